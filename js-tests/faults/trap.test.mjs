// After a trap, a failed allocation, invalid UTF-8 or invalid JSON, nothing is sent, and the next call is checked as usual.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const cwd = fileURLToPath(new URL(".", import.meta.url));

/** Runs a program with the engine, whose memory can grow by at most `pages`, and with `prelude` before the import. */
async function run(pages, prelude, body) {
  const program = `
    import assert from "node:assert/strict";
    import { readFileSync } from "node:fs";
    import { createRequire } from "node:module";
    import { withMemory } from "./memory.mjs";
    ${prelude}
    const { Bot, createWebhookHandler, init } = await import("botwire/init");
    const { everyField } = await import("botwire/check");
    const bytes = readFileSync(createRequire(import.meta.resolve("./x")).resolve("botwire/botwire.wasm"));
    await init(withMemory(bytes, ${pages}));
    const sent = [];
    const fetch = async (url, { body }) => {
      sent.push(body === undefined ? url : typeof body === "string" ? body : await new Response(body).text());
      return Response.json({ ok: true, result: true });
    };
    const bot = new Bot({ baseUrl: "https://service.example", token: "123456:some-secret-or-other", fetch });
    const failed = (calling) => calling.then(() => assert.fail("sent: " + sent.at(-1)?.slice(0, 100)), (error) => error);
    /** That the next calls are sent as they are, and checked. */
    const works = async () => {
      sent.length = 0;
      await bot.sendMessage({ chat_id: 1, text: "é" });
      await bot.setWebhook({ url: "https://a.example/" }, { encoding: "form" });
      assert.deepEqual(sent, ['{"chat_id":1,"text":"é"}', "url=https%3A%2F%2Fa.example%2F"]);
      const error = await failed(bot.call("sendMessage", { chat_id: 1, text: 5 }));
      assert.deepEqual([error.kind, error.path], ["validation", "text"]);
    };
    ${body}
    console.log("done");
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], { cwd });
  assert.equal(stdout, "done\n");
}

describe("a text for which no memory is left", () => {
  for (const encoding of ["json", "form", "query", "multipart"]) {
    test(`as ${encoding}`, () =>
      run(4, "", `
        for (let round = 0; round < 3; round++) {
          const error = await failed(bot.call("sendMessage", { chat_id: 1, text: "x".repeat(1e6) }, { encoding: "${encoding}", checkLimits: false }));
          assert.equal(error.kind, "validation");
          assert.deepEqual(sent, []);
          await works();
          sent.length = 0;
        }
      `));
  }
  test("but for the check, which is all that needs any", () =>
    run(16, "", `
      // 800 kB in memory, and three times as much as a form, which the engine does not write.
      const text = "é".repeat(1.2e5);
      for (const encoding of ["json", "form", "multipart"]) await bot.call("sendMessage", { chat_id: 1, text }, { encoding, checkLimits: false });
      assert.equal(sent[0], JSON.stringify({ chat_id: 1, text }));
      assert.equal(sent[1], "chat_id=1&text=" + "%C3%A9".repeat(text.length));
      assert.ok(sent[2].includes("\\r\\n" + text + "\\r\\n"));
      await works();
    `));
  test("while another call reads its file", () =>
    run(4, "", `
      let give;
      const document = new ReadableStream({ pull: (controller) => new Promise((resolve) => (give = () => {
        controller.enqueue(new Uint8Array(3));
        controller.close();
        resolve();
      })) }, { highWaterMark: 0 });
      const between = bot.sendDocument({ chat_id: 1, document, caption: "c" });
      const wrong = failed(bot.sendDocument({ chat_id: 1, document: new Response("a".repeat(60e6)), caption: "c" }));
      while (give === undefined) await new Promise(setImmediate);
      assert.equal((await failed(bot.call("x", { text: "x".repeat(1e6) }))).kind, "validation");
      give();
      await between;
      assert.match(sent[0], /name="caption"\\r\\n\\r\\nc\\r\\n/);
      assert.equal((await wrong).path, "document");
      await works();
    `));
  test("in the call that a handler returns, and in an update of which every field is checked", () =>
    run(4, "", `
      const errors = [];
      const make = (options, handler) => createWebhookHandler({ baseUrl: "https://service.example", token: "1:a", allowUnauthenticated: true,
        onError: (error) => void errors.push(error.kind), ...options }, handler);
      const post = (update) => new Request("https://bot.example/", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(update) });
      const reply = make({ replyEncoding: "form", checkLimits: false }, (update) => ({ method: "sendMessage", chat_id: 1, text: update.update_id === 1 ? "x".repeat(1e6) : "hi" }));
      const first = await reply(post({ update_id: 1 }));
      assert.deepEqual([first.status, await first.text(), errors], [200, "", ["validation"]]);
      assert.equal(await (await reply(post({ update_id: 2 }))).text(), "method=sendMessage&chat_id=1&text=hi");
      let runs = 0;
      const rejections = [];
      const checking = make({ check: everyField, maxBodyBytes: 1e9, onReject: ({ status }) => rejections.push(status) }, () => void runs++);
      const message = (text) => ({ update_id: 3, message: { message_id: 1, date: 1, chat: { id: 1, type: "private", first_name: "a" }, text } });
      assert.equal((await checking(post(message("x".repeat(1e6))))).status, 500);
      assert.equal((await checking(post(message(5)))).status, 400);
      assert.equal((await checking(post(message("x".repeat(5e6))))).status, 413);
      assert.equal(runs, 0);
      assert.equal((await checking(post(message("x")))).status, 200);
      assert.deepEqual([runs, rejections], [1, [500, 400, 413]]);
      await works();
    `));
  test("does not hold up the search for the token", () =>
    run(0, "", `
      const text = "\\\\".repeat(16_000) + "bot123456:some-secret-or-other";
      const failing = new Bot({ baseUrl: "https://service.example", token: "123456:some-secret-or-other", fetch: async () => { throw new Error(text); } });
      const error = await failed(failing.getMe());
      assert.equal(error.kind, "network");
      assert.match(error.cause.message, /^\\\\+$/);
      assert.ok(!JSON.stringify([error.stack, error.cause.stack]).includes("secret-or"));
      await works();
    `));
});

describe("a TextEncoder that was replaced", () => {
  const WRONG = {
    "writes what is not UTF-8": "const done = real.call(this, text, bytes); bytes[done.written >> 1] = 0xff; return done;",
    "writes half a character": "const done = real.call(this, text, bytes); bytes[done.written >> 1] = 0xc3; return done;",
    "says that it wrote nothing": "return { read: 0, written: 0 };",
    "says that it wrote less": "real.call(this, text, bytes); return { read: 3, written: 3 };",
    "says that it wrote more": "real.call(this, text, bytes); return { read: text.length, written: 1e9 };",
    "says no number": "return { read: 0, written: NaN };",
    "says nothing": "return undefined;",
    "throws": "throw new Error(text);",
  };
  for (const [what, source] of Object.entries(WRONG)) {
    test(what, () =>
      run(1000, `
        let isWrong = false;
        const real = TextEncoder.prototype.encodeInto;
        const wrong = function (text, bytes) { ${source} };
        TextEncoder.prototype.encodeInto = function (text, bytes) { return (isWrong ? wrong : real).call(this, text, bytes); };
      `, `
        await works();
        for (let round = 0; round < 500; round++) {
          isWrong = true;
          sent.length = 0;
          // Not ASCII, which is written without an encoder.
          const text = "é: a text that holds 123456:some-secret-or-other";
          const encoding = round % 2 ? "form" : "json";
          const error = await failed(bot.sendMessage({ chat_id: 1, text }, { encoding }));
          assert.equal(error.kind, "validation");
          assert.ok(!String(error.stack).includes("secret-or"), error.stack);
          assert.deepEqual(sent, []);
          isWrong = false;
        }
        await works();
      `));
  }
});

describe("a JSON.stringify that was replaced, and writes", () => {
  const WRONG = ["", " ", "{", '{"chat_id":1', '{"chat_id":1,', '{"chat_id":1,"text":"a', '{"text":"a\\', '{"chat_id" 1}', '{"chat_id":1}}', '{"chat_id":1]', '{1:1}', '{"text":"\n"}'];
  for (const text of WRONG) {
    test(JSON.stringify(text), () =>
      run(1000, `
        let isWrong = false;
        const real = JSON.stringify;
        JSON.stringify = (value) => (isWrong ? ${JSON.stringify(text)} : real(value));
      `, `
        for (let round = 0; round < 3; round++) {
          isWrong = true;
          sent.length = 0;
          assert.equal((await failed(bot.sendMessage({ chat_id: 1, text: "a" }))).kind, "validation");
          assert.deepEqual(sent, []);
          isWrong = false;
          await works();
        }
      `));
  }
});

test("JSON text that no service would accept is refused before it is copied", () =>
  run(1000, `
    let longest = 0;
    const real = TextEncoder.prototype.encodeInto;
    TextEncoder.prototype.encodeInto = function (text, bytes) {
      longest = Math.max(longest, text.length);
      return real.call(this, text, bytes);
    };
  `, `
    const size = (text) => JSON.stringify({ chat_id: 1, text }).length;
    const text = "x".repeat(4 * 2 ** 20 - size(""));
    for (const encoding of ["json", "form"]) {
      const error = await failed(bot.call("sendMessage", { chat_id: 1, text: text + "x" }, { encoding, checkLimits: false }));
      assert.deepEqual([error.kind, error.path, error.expected, error.received],
        ["validation", "", "JSON text of at most 4194304 characters", "4194305 characters"]);
    }
    assert.ok(longest < 100, String(longest));
    assert.deepEqual(sent, []);
    await bot.call("sendMessage", { chat_id: 1, text }, { encoding: "json", checkLimits: false });
    assert.equal(sent[0].length, 4 * 2 ** 20);
    await works();
  `));

test("an engine that a large text has made large is not reused", () =>
  run(1000, `
    const memories = [];
    const { Instance } = WebAssembly;
    WebAssembly.Instance = function (...parameters) {
      const made = new Instance(...parameters);
      memories.push(made.exports.memory);
      return made;
    };
  `, `
    await bot.call("sendMessage", { chat_id: 1, text: "x".repeat(3e6) }, { encoding: "json", checkLimits: false });
    const large = await failed(bot.sendMessage({ chat_id: 1, text: "x".repeat(3e6) }));
    assert.equal(large.path, "text");
    await works();
    assert.ok(memories[0].buffer.byteLength > 8 * 2 ** 20);
    assert.ok(memories.at(-1).buffer.byteLength < 4 * 2 ** 20, String(memories.at(-1).buffer.byteLength));
    const { length } = memories;
    await works();
    assert.equal(memories.length, length);
  `));

test("a size that cannot be read leaves nothing behind", () =>
  run(1000, "", `
    const fake = (byteLength) => ({ [Symbol.toStringTag]: "ArrayBuffer", ...byteLength });
    const objects = { get byteLength() { return { valueOf() { throw new Error("no"); } }; } };
    const photo = Object.defineProperties(Object.create({}), { ...Object.getOwnPropertyDescriptors(objects), [Symbol.toStringTag]: { value: "ArrayBuffer" } });
    const error = await failed(bot.sendMediaGroup({ chat_id: 1, media: [
      { type: "photo", media: { data: new Uint8Array(11 * 2 ** 20) } },
      { type: "photo", media: photo },
    ] }));
    assert.equal(error.kind, "validation");
    await bot.sendPhoto({ chat_id: 1, photo: new Uint8Array(10) });
    assert.match(sent[0], /name="photo"/);
    await works();
  `));
