// A worker thread's program: runs the scenario, and sends the result to the thread that started it.
import { parentPort, workerData } from "node:worker_threads";
import * as botwire from "botwire";
import { scenario } from "./scenario.mjs";

parentPort.postMessage(await scenario(botwire, workerData));
