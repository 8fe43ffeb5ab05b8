// The examples of the crate, as `cargo run --example` starts them: each is written to over HTTP.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { PATIENCE } from "../support/eventually.mjs";
import { freePort } from "../support/serve.mjs";
import { root, target } from "../support/target.mjs";
import { answers, converse, withService } from "../packaging/examples/conversation.mjs";
import { started } from "../packaging/examples/support.mjs";

const run = promisify(execFile);
/** The features of the suite `native`, so that nothing is compiled twice. */
const FEATURES = "botwire/render,botwire/emulator,botwire/http,botwire/reqwest-no-tls,botwire/tower,botwire/tracing";

await run("cargo", ["build", "--quiet", "--workspace", "--examples", "--features", FEATURES], { cwd: root, maxBuffer: 1 << 24 });
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

test("polling", () => withService(async ({ emulator, settings }) => {
  const { stop } = await started([example("polling")], root, /is polling\.$/, settings);
  try {
    await converse(emulator);
  } finally {
    await stop("SIGKILL");
  }
}));

answers("axum", async (settings) => {
  const port = await freePort();
  const { stop } = await started([example("axum")], root, new RegExp(`^Listening on port ${port}$`), { ...settings, PORT: port });
  return { url: `http://127.0.0.1:${port}`, close: () => stop("SIGKILL") };
});

test("emulator", async () => {
  const { stdout } = await run(example("emulator"));
  assert.match(stdout, /^Alice: \/start\n.+: Hello, Alice\n$/);
});
