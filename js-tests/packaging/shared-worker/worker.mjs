// A shared worker's program: runs the scenario, and sends the result to the page that asks.
import * as botwire from "botwire";
import { scenario } from "./scenario.mjs";

onconnect = ({ ports: [port] }) => {
  port.onmessage = async ({ data }) => port.postMessage(await scenario(botwire, data));
};
