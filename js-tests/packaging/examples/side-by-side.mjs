// The users of the bot that the repository has in both languages, as `examples/side-by-side` and `examples/side-by-side.rs`.
import assert from "node:assert/strict";
import { PATIENCE } from "../../support/eventually.mjs";

const WAIT = { timeoutMs: PATIENCE };

export async function talkSideBySide(emulator) {
  const [alice, bob] = ["Alice", "Bob"].map((first_name) => emulator.user({ first_name }));
  const group = emulator.chat({ type: "supergroup", creator: alice, members: [bob], administrators: [emulator.bot] });
  const ask = async (text) => (alice.write(text), (await alice.nextMessage(WAIT)).text);
  const answers = [];
  for (const text of ["/add 2 3", "/form", "Al", "old", "33", "Rome", "/cancel", "/form", "/cancel", "/pages"]) answers.push(await ask(text));
  assert.deepEqual(answers, ["5", "Your name?", "Your age?", "A number, please.", "Your city?", "Al, 33, from Rome. Thank you!", "Nothing to cancel.", "Your name?", "Canceled.", "One"]);
  alice.press("Next");
  assert.equal((await alice.nextEdit(WAIT)).text, "Two");
  alice.send({ data: new Uint8Array(1234), name: "a.png", type: "image/png" });
  assert.equal((await alice.nextMessage(WAIT)).caption, "1234 bytes");
  const spam = bob.write("spam", { chat: group });
  const inGroup = async () => (await alice.nextMessage({ ...WAIT, chat: group })).text;
  bob.write("/ban", { chat: group });
  assert.equal(await inGroup(), "Only administrators can do this.");
  alice.write("/ban", { chat: group, reply_to_message_id: spam.message_id });
  let banned;
  while (!banned) banned = await inGroup(); // "Bob left" comes first or after
  assert.equal(banned, "Bob is banned.");
}
