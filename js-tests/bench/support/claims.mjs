// One of several processes that claim the same keys of a store, through botwire or by a bare client that sends the same statements.
// node claims.mjs <store> <botwire or bare> <where> <run>. Reads lines `<from> <count> <every> <offset>`: the keys that it tries. Prints
// for each line the keys that it has claimed and settled.
import { createInterface } from "node:readline";
import process from "node:process";
import { clients } from "./claim-clients.mjs";

/** How many keys a process tries at once, as with so many updates in flight. */
const AT_ONCE = 16;

const [store, who, where, run] = process.argv.slice(2);
const { claim, settle } = await clients[store](where, who === "bare");

async function round(from, count, every, offset) {
  const handled = [];
  let next = from;
  const work = async () => {
    while (next < from + count) {
      const index = next++;
      // Two of the processes try each key.
      if (![offset, (offset + 1) % every].includes(index % every)) continue;
      const key = `7:update:${run}-${who}-${index}`;
      const owner = await claim(key);
      if (owner !== undefined && (await settle(key, owner))) handled.push(index);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return handled;
}

console.log("ready");
for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(await round(...line.split(" ").map(Number))));
process.exit();
