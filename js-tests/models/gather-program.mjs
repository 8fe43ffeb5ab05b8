// A bot that gathers albums, and kills itself at the n-th point, also before and after each run.
import { appendFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { gather, gathered, on, reply } from "botwire";
import { between, parameters, run } from "./kill-points.mjs";

const handler = gather({ quietMs: 100 }, on({
  message: async (message, context) => {
    const messages = gathered(message, context);
    // Long enough for the other updates to be done, if nothing kept them.
    await setTimeout(30);
    await between(() => appendFileSync(parameters.runs, `${messages.map(({ message_id }) => message_id).join()}\n`));
    return reply(message, `${messages.length} photos`);
  },
}));
await run(handler, { webhook: { atDeadline: "retry" } });
