// A bot with a conversation, which kills itself at the n-th point, also before and after each effect.
import { appendFileSync } from "node:fs";
import { commands, first, on, reply, sessions } from "botwire";
import { conversation } from "botwire/conversations";
import { between, parameters, run, store } from "./kill-points.mjs";

/** A nested conversation. */
async function roomOf({ choose, once, say }) {
  const room = await choose("Room?", ["garden", "hall"]);
  await say("Checking.");
  await once(({ key }) => between(() => appendFileSync(parameters.effects, `${key}\n`)));
  return room;
}
const form = conversation("form", async (talk) => {
  const name = await talk.ask("Name?");
  const room = await roomOf(talk);
  return `${name}, ${room}, ${await talk.ask("City?")}.`;
});
const handler = sessions({ store, by: "both" }, first(form, commands({ form: (message, command, context) => form.start(context) }), on({ message: (message) => reply(message, `What is ${message.text}?`) })));
await run(handler, { polling: { store: parameters.way === "poll with a store" && store } });
