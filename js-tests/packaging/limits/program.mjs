// A server's program: prints what the limits told.
import { argv } from "node:process";
import * as botwire from "botwire";
import { limits } from "./limits.mjs";

const [baseUrl, token] = argv.slice(2);
console.log(JSON.stringify(await limits(botwire, { baseUrl, token })));
