// Counts the steps of work instead of timing it: the same on any machine, however busy. Import it before the code to count.
import { Session } from "node:inspector/promises";
import { setFlagsFromString } from "node:v8";

// Code that V8 compiled earlier, or optimizes, is not counted.
setFlagsFromString("--no-opt");
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

const taken = async () => (await session.post("Profiler.takePreciseCoverage")).result;

/** How often each block of code in the package's files ran during the work, in sum. */
export async function stepsOf(work) {
  await taken();
  await work();
  const files = (await taken()).filter(({ url }) => url.includes("/node_modules/botwire/"));
  return files.flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges)).reduce((sum, { count }) => sum + count, 0);
}
