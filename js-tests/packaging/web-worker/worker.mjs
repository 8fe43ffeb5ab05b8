// A worker's program: runs the scenario, and sends the result to the page that started it.
import * as botwire from "botwire";
import { scenario } from "./scenario.mjs";

addEventListener("message", async ({ data }) => postMessage(await scenario(botwire, data)));
