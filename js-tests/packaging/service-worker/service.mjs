// A service worker's program: the scenario, told to the page that asks.
import * as botwire from "botwire";
import { scenario } from "./scenario.mjs";

addEventListener("message", (event) => {
  event.waitUntil(scenario(botwire, event.data).then((told) => event.source.postMessage(told)));
});
