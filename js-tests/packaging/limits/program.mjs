// A server's program: prints the result of a function of this folder.
import { argv } from "node:process";
import * as botwire from "botwire";
import { framings } from "./framings.mjs";
import { limits } from "./limits.mjs";

const [name, at] = argv.slice(2);
console.log(JSON.stringify(await { framings, limits }[name](botwire, JSON.parse(at))));
