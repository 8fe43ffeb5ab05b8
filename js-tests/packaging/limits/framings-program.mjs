// A server's program: prints how the calls of the framings ended.
import { argv } from "node:process";
import * as botwire from "botwire";
import { framings } from "./framings.mjs";

console.log(JSON.stringify(await framings(botwire, JSON.parse(argv[2]))));
