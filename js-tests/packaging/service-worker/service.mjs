// A service worker's program: runs the scenario, and sends the result to the page that asks.
import * as botwire from "botwire";
import { scenario } from "./scenario.mjs";

addEventListener("message", (event) => {
  event.waitUntil(scenario(botwire, event.data).then((result) => event.source.postMessage(result)));
});
