// A server's program: prints the result of the scenario.
import { argv } from "node:process";
import * as botwire from "botwire";
import { scenario } from "./scenario.mjs";

const [baseUrl, token] = argv.slice(2);
console.log(JSON.stringify(await scenario(botwire, { baseUrl, token })));
