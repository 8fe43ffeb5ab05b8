// A bot that streams its answer, and kills itself at the n-th point, also between two parts.
import { setTimeout } from "node:timers/promises";
import { on, stream } from "botwire";
import { between, parameters, run, store } from "./kill-points.mjs";

async function* story(context) {
  for (const part of parameters.parts) {
    yield part;
    // Longer than the pace, so that each part is shown.
    await between(() => setTimeout(30));
    if (parameters.stops) await new Promise(() => {});
  }
}
const handler = on({ message: (message, context) => stream(message, story(context), context, { everyMs: 10 }) });
await run(handler, { polling: { store: parameters.way === "poll with a store" && store }, webhook: parameters.webhook });
