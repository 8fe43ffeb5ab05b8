// The edge function for runtimes in which functions are listeners.
import edge from "./edge.mjs";

addEventListener("fetch", (event) => event.respondWith(edge.fetch(event.request)));
