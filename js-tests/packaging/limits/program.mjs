// A server's program: prints what a function of this folder gives.
import { argv } from "node:process";
import * as botwire from "botwire";
import { framings } from "./framings.mjs";
import { limits } from "./limits.mjs";

const [name, at] = argv.slice(2);
console.log(JSON.stringify(await { framings, limits }[name](botwire, JSON.parse(at))));
