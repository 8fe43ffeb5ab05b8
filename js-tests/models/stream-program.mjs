// A bot that streams its answer, and kills itself at the n-th point, also between two parts.
import { setTimeout } from "node:timers/promises";
import { on, stream } from "botwire";
import { between, messageCalls, parameters, run, store } from "./kill-points.mjs";

/** Waits for longer than the pace, and until another message was sent or edited, so that each part is shown, also on a busy machine. */
async function shown(before) {
  await setTimeout(30);
  while (messageCalls === before) await setTimeout(2);
}

async function* story(context) {
  for (const part of parameters.parts) {
    const before = messageCalls;
    yield part;
    await between(() => shown(before));
    if (parameters.stops) await new Promise(() => {});
  }
}
const handler = on({ message: (message, context) => stream(message, story(context), context, { everyMs: 10 }) });
await run(handler, { polling: { store: parameters.way === "poll with a store" && store }, webhook: parameters.webhook });
