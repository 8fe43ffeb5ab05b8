// The edge function for runtimes whose functions are listeners.
import edge from "./edge.mjs";

addEventListener("fetch", (event) => event.respondWith(edge.fetch(event.request)));
