// One of several processes that claim the same keys of a store, through botwire or by a bare client that sends the same statements.
// node claims.mjs <store> <botwire or bare> <where> <run>. Reads lines `<from> <count> <every> <offset>`: the keys that it tries.
// Prints for each line the keys that it has claimed and settled, and the CPU microseconds that it took.
import process from "node:process";
import { createInterface } from "node:readline";
import { clients } from "./claim-clients.mjs";
import { claimRound } from "./claim-round.mjs";

const [store, who, where, run] = process.argv.slice(2);
const client = await clients[store](where, who === "bare");

console.log("ready");
for await (const line of createInterface({ input: process.stdin })) {
  const before = process.cpuUsage();
  const handled = await claimRound(client, `${run}-${who}`, line.split(" ").map(Number));
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ handled, cpu: user + system }));
}
process.exit();
