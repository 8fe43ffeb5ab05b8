// The examples of the crate, as `cargo run --example` starts them: each is written to over HTTP.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Bot } from "botwire";
import { PATIENCE } from "../support/eventually.mjs";
import { freePort } from "../support/serve.mjs";
import { root, target } from "../support/target.mjs";
import { answers, converse, withService } from "../packaging/examples/conversation.mjs";
import { talkSideBySide } from "../packaging/examples/side-by-side.mjs";
import { temporary } from "../support/temporary.mjs";
import { started } from "../packaging/examples/support.mjs";

const run = promisify(execFile);
/** The features of the suite `native`, so that nothing is compiled twice. */
const FEATURES = "botwire/render,botwire/emulator,botwire/http,botwire/reqwest-no-tls,botwire/tower,botwire/tracing";

await run("cargo", ["build", "--quiet", "--workspace", "--examples", "--features", FEATURES], { cwd: root, maxBuffer: 1 << 24 });
const WAIT = { timeoutMs: PATIENCE };
const example = (name) => join(target, "debug/examples", name);

test("echo, the sample of the README", () => withService(async ({ emulator, settings }) => {
  const alice = emulator.user({ first_name: "Alice" });
  alice.write("é 👍");
  const { ended, stop } = await started([example("echo")], root, undefined, settings);
  try {
    const early = ended.then(({ printed }) => Promise.reject(new Error(`the bot has ended: ${printed}`)));
    early.catch(() => {});
    const { text } = await Promise.race([alice.nextMessage({ timeoutMs: PATIENCE }), early]);
    assert.equal(text, "é 👍");
  } finally {
    await stop("SIGKILL");
  }
}));

test("polling, which a host stops", () => withService(async ({ emulator, settings }) => {
  const { ended, stop } = await started([example("polling")], root, /is polling\.$/, settings);
  try {
    await converse(emulator);
    await stop("SIGTERM");
    const { code, printed } = await ended;
    assert.equal(code, 0);
    assert.doesNotMatch(printed, /sends only|ended before/);
  } finally {
    await stop("SIGKILL");
  }
}));

test("polling plays its scenario, and a difference is found", async () => {
  const text = await readFile(join(root, "examples/polling.scenario.json"), "utf8");
  const play = (...command) => run(process.execPath, [fileURLToPath(new URL("command/main.js", import.meta.resolve("botwire/package.json"))), "emulator", "play", ...command, "--", example("polling")]);
  assert.match((await play(join(root, "examples/polling.scenario.json"))).stdout, /^ok: 5 steps, 4 answers$/m);
  const folder = temporary();
  await writeFile(join(folder, "other.json"), text.replace('"text": "pressed"', '"text": "released"'));
  await assert.rejects(play(join(folder, "other.json")), ({ code, stdout }) => code === 1 && stdout.includes('- answerCallbackQuery {"text":"released"}\n  + answerCallbackQuery {"text":"pressed"}'));
});

for (const [texts, left] of [["abc", "2 updates were handled; the service delivers those from update_id"], ["ab", "1 update was handled; the service delivers update_id"]]) {
  test(`polling says what it leaves to the next program: ${left}`, () => withService(async ({ emulator, settings }) => {
    const alice = emulator.user({ first_name: "Alice" });
    for (const text of texts) alice.write(text);
    emulator.fault({ kind: "slow", method: "sendMessage", millis: 3000 });
    const { ended, stop } = await started([example("polling")], root, /is polling\.$/, settings);
    try {
      // The call was carried out, and its handler waits for the response.
      await alice.nextMessage(WAIT);
      await stop("SIGTERM");
      const { code, printed } = await ended;
      assert.equal(code, 0);
      assert.match(printed, new RegExp(`^botwire: poll: ended before ${left} \\d+ again$`, "m"));
    } finally {
      await stop("SIGKILL");
    }
  }));
}

test("polling says which kinds an earlier version of the bot has asked for", () => withService(async ({ settings }) => {
  await new Bot({ baseUrl: settings.SERVICE, token: settings.BOT_TOKEN }).getUpdates({ allowed_updates: ["message"] });
  const { stop } = await started([example("polling")], root, /^botwire: poll: the service sends only message; /, settings);
  await stop("SIGKILL");
}));

answers("axum", async (settings) => {
  const port = await freePort();
  const { stop } = await started([example("axum")], root, new RegExp(`^Listening on port ${port}$`), { ...settings, PORT: port });
  return { url: `http://127.0.0.1:${port}`, stop };
});

test("side-by-side, the bot of the example in TypeScript, in at most 75 lines", () => withService(async ({ emulator, settings }) => {
  const lines = (await readFile(join(root, "examples/side-by-side.rs"), "utf8")).split("\n").filter((line) => line.trim() !== "");
  assert.ok(lines.length <= 75, `${lines.length} lines`);
  const { ended, stop } = await started([example("side-by-side")], root, /is open\.$/, settings);
  try {
    await talkSideBySide(emulator);
    await stop("SIGINT");
    const { code, printed } = await ended;
    assert.equal(code, 0);
    assert.doesNotMatch(printed, /handler failed|ended before/);
  } finally {
    await stop("SIGKILL");
  }
}));

test("emulator", async () => {
  const { stdout } = await run(example("emulator"));
  assert.match(stdout, /^Alice: \/start\n.+: Hello, Alice\n$/);
});
