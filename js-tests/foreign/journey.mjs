// A bot as a process, and a user who goes through everything that it does.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { PATIENCE, eventually } from "../support/eventually.mjs";
import { freePort } from "../support/serve.mjs";
import { png } from "./bots/settings.mjs";
import { python } from "./python.mjs";

const bots = new URL("bots/", import.meta.url);
export const SECRET = "shibboleth";

/** Starts a bot, and waits until it is ready. Returns a function that ends it. */
export async function startBot({ file, environment }, { service, token, mode, port }) {
  const program = environment === undefined ? process.execPath : python(environment);
  const env = { ...process.env, SERVICE: service, BOT_TOKEN: token, MODE: mode, PORT: String(port), SECRET, PYTHONPATH: fileURLToPath(bots), PYTHONDONTWRITEBYTECODE: "1" };
  const bot = spawn(program, [fileURLToPath(new URL(file, bots))], { env });
  const ended = once(bot, "close");
  let printed = "";
  const ready = new Promise((resolve) => {
    for (const stream of [bot.stdout, bot.stderr]) {
      stream.on("data", (data) => {
        printed += data;
        if (/^ready$/m.test(printed)) resolve("ready");
      });
    }
  });
  const late = new Promise((resolve) => setTimeout(resolve, 4 * PATIENCE, "late").unref());
  const outcome = await Promise.race([ready, ended.then(() => "over"), late]);
  assert.equal(outcome, "ready", `${file} did not start: ${printed}`);
  return {
    output: () => printed,
    async end() {
      bot.kill("SIGKILL");
      await ended;
    },
  };
}

const wait = { timeoutMs: PATIENCE };

/** The steps, in order. Each gets the world, and asserts what the user sees. */
export const STEPS = {
  async start({ write, alice }) {
    await write("/start");
    const [hello] = await alice.shown(1);
    assert.deepEqual([hello.text, hello.entities[0].type], ["hello", "bold"]);
    assert.equal(hello.reply_markup.inline_keyboard[0][0].text, "more");
  },
  async callback({ alice }) {
    const press = alice.press("more");
    assert.equal((await press.answer(wait)).text, "done");
    await eventually(() => alice.messages().at(-1).text, "edited");
  },
  async delete({ write, alice }) {
    const { message_id } = await write("/delete");
    const shown = await alice.shown(1, "deleted");
    assert.equal(shown.at(-1).text, "deleted");
    assert.equal(alice.messages().some((message) => message.message_id === message_id || message.text === "soon gone"), false);
  },
  async photo({ write, alice }) {
    await write("/photo");
    const [sent] = await alice.shown(1);
    assert.deepEqual([sent.caption, sent.photo.at(-1).width], ["a photo", 512]);
    await alice.send({ data: png, name: "b.png", type: "image/png" });
    assert.equal((await alice.shown(1))[0].text, `got ${png.length}`);
  },
  async album({ write, alice }) {
    await write("/album");
    const album = await alice.shown(2);
    assert.ok(album[0].photo && album[0].media_group_id === album[1].media_group_id);
  },
  async video({ write, alice }) {
    await write("/video");
    assert.equal((await alice.shown(2))[1].text, "640x360 7s");
  },
  async venue({ write, alice }) {
    await write("/venue");
    assert.equal((await alice.shown(2))[1].text, "venue 4sq");
  },
  async inline({ alice }) {
    const results = await alice.type("cats", wait);
    alice.choose(results, "1");
    assert.equal(alice.messages().at(-1).text.endsWith("found cats"), true);
    // The bot gets this message too.
    await eventually(() => alice.messages().at(-1).text, "echo found cats");
  },
  async group({ emulator, alice }) {
    const bob = emulator.user({ first_name: "Bob" });
    const group = emulator.chat({ type: "supergroup", creator: alice, members: [bob], administrators: [emulator.bot] });
    alice.write(`/ban ${bob.id}`, { chat: group });
    await eventually(() => group.messages().at(-1)?.text, "members 2");
    assert.throws(() => bob.write("hi", { chat: group }));
  },
  async payment({ write, alice }) {
    await write("/buy");
    const [invoice] = await alice.shown(1);
    await alice.pay(invoice, wait);
    await eventually(() => alice.messages().at(-1).text, "paid 300");
  },
  async restart({ alice, restart }) {
    await restart(() => alice.write("while it was down"));
    await eventually(() => alice.messages().at(-1).text, "echo while it was down");
    alice.write("after it");
    await eventually(() => alice.messages().at(-1).text, "echo after it");
    assert.equal(alice.messages().filter(({ text }) => text === "echo while it was down").length, 1);
  },
};

/** Makes the world of a bot: its emulator is served with compat. */
export async function worldOf(library, mode, { emulator, service }) {
  const user = emulator.user({ first_name: "Alice", username: "alice" });
  const port = await freePort();
  const options = { service, token: emulator.token, mode, port };
  let bot = await startBot(library, options);
  let seen = 0;
  const later = () => user.messages().filter(({ message_id, from }) => message_id > seen && from?.id === emulator.bot.id);
  // The messages of the bot after the last one of the user.
  user.shown = async (count, last) => {
    await eventually(() => later().length >= count && (last === undefined || later().at(-1).text === last), true);
    return later();
  };
  const world = {
    emulator,
    alice: user,
    write: async (text) => {
      const written = user.write(text);
      seen = written.message_id;
      return written;
    },
    async restart(meanwhile) {
      await bot.end();
      meanwhile();
      bot = await startBot(library, options);
    },
    output: () => bot.output(),
    end: () => bot.end(),
  };
  const { send } = user;
  user.send = async (...parameters) => {
    const sent = await send.apply(user, parameters);
    seen = sent.message_id;
    return sent;
  };
  return world;
}
