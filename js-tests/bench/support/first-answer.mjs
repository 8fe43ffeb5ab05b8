// Imports one worker, delivers one update to it, and prints the CPU microseconds that this took.
// node first-answer.mjs <name>
import { deliver } from "./deliveries.mjs";

const before = process.cpuUsage();
const { default: worker } = await import(`../workers/${process.argv[2]}.mjs`);
await deliver(worker, "small");
const { user, system } = process.cpuUsage(before);
console.log(user + system);
