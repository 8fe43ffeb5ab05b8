// A server's program: prints the results of the limits.
import { argv } from "node:process";
import * as botwire from "botwire";
import { limits } from "./limits.mjs";

const [baseUrl, token] = argv.slice(2);
console.log(JSON.stringify(await limits(botwire, { baseUrl, token })));
