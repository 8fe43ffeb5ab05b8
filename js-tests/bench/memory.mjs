// Memory while a million updates are answered inline, in Node and in workerd at the same time: is it flat?
// cargo xtask bench memory [seconds at most]
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { deliverMixed } from "./support/deliveries.mjs";
import { edgeBundle } from "./support/edge.mjs";
import { peakMebibytes, startPeak } from "./support/process.mjs";
import { record } from "./support/record.mjs";
import { cpuOfCalls, startWorkerd } from "./support/workerd.mjs";

const STEPS = 25;
const CALLS = 40_000;
/** Seconds after which a slow machine stops early. */
const MOST_SECONDS = Number(process.argv[2] ?? 120);
/** The share by which a peak may grow, because garbage collection is unpredictable. Wasm memory must not grow. */
const TOLERANCE = { wasm: 0, heap: 0.1, node: 0.25, workerd: 0.1 };
const MEBIBYTE = 2 ** 20;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

// The package does not expose its memory, so new instances are intercepted.
const memories = [];
globalThis.WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
  construct(target, parameters) {
    const instance = new target(...parameters);
    memories.push(instance.exports.memory);
    return instance;
  },
});
const { default: worker } = await import("./workers/botwire.mjs");

const driver = `
  import worker from "./workers/botwire.mjs";
  import { deliverMixed } from "./support/deliveries.mjs";
  export default {
    async fetch(request) {
      await deliverMixed(worker, Number(new URL(request.url).searchParams.get("calls")));
      return new Response("done");
    },
  };`;
const workerd = await startWorkerd(await edgeBundle(driver));

const COLUMNS = { wasm: "wasm, KiB", heap: "Node's heap, MiB", node: "Node, MiB", workerd: "workerd, MiB" };
const print = (cells) => console.log(cells.map((cell) => String(cell).padStart(18)).join(""));
const rows = [];
try {
  console.log("\nAfter a collection: wasm memory and Node's heap. At the most during the step: what is resident of a process.");
  print(["updates", ...Object.values(COLUMNS)]);
  for (let step = 1; step <= STEPS && process.uptime() * (1 + 1 / step) < MOST_SECONDS; step++) {
    for (const { pid } of [process, workerd]) startPeak(pid);
    await Promise.all([deliverMixed(worker, CALLS), cpuOfCalls(workerd, CALLS)]);
    collect();
    const row = {
      wasm: memories[0].buffer.byteLength / 1024,
      heap: process.memoryUsage().heapUsed / MEBIBYTE,
      node: peakMebibytes(process.pid),
      workerd: peakMebibytes(workerd.pid),
    };
    rows.push(row);
    print([step * CALLS, ...Object.values(row).map((value) => value.toFixed(1))]);
  }
} finally {
  await workerd.stop();
}

if (rows.length < STEPS) console.log(`Stopped by the clock, after ${process.uptime().toFixed(0)} s.`);
// In the first steps everything is compiled and grows to its size.
const [, , , , settled, ...others] = rows;
if (others.length === 0) {
  console.error("This machine is too slow to compare anything. Pass more seconds as the argument.");
  process.exit(1);
}
const verdicts = Object.keys(COLUMNS).map((what) => {
  const growth = others.at(-1)[what] / settled[what] - 1;
  const isFlat = growth <= TOLERANCE[what];
  if (!isFlat) process.exitCode = 1;
  return `${isFlat ? "flat" : "GROWS"} ${(growth * 100).toFixed(1)} %`;
});
print(["since the fifth", ...verdicts]);
record("memory-wasm", "KiB", { botwire: others.at(-1).wasm });
