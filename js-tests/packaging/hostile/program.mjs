// A program of Node, Deno or Bun: prints the bytes in use on the heap before and after so many deliveries.
import { argv, memoryUsage } from "node:process";
import { storm } from "./storm.mjs";

const [warmUp, count] = argv.slice(2).map(Number);
const used = () => {
  globalThis.Bun ? Bun.gc(true) : globalThis.gc();
  return memoryUsage().heapUsed;
};
const wrong = await storm(warmUp);
const before = used();
wrong.push(...(await storm(count)));
console.log(JSON.stringify({ wrong, before, after: used() }));
