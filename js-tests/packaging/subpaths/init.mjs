// A program that brings the wasm file itself: prints the result of the scenario.
import { readFile } from "node:fs/promises";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import init, * as botwire from "botwire/init";
import { scenario } from "./scenario.mjs";

const [baseUrl, token] = argv.slice(2);
await init(readFile(fileURLToPath(import.meta.resolve("botwire/botwire.wasm"))));
console.log(JSON.stringify(await scenario(botwire, { baseUrl, token })));
