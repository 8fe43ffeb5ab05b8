// The example of a WASI component, in wasmtime: a bot that answers.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { Bot } from "botwire";
import { freePort } from "../support/serve.mjs";
import { PATIENCE } from "../support/eventually.mjs";
import { root } from "../support/target.mjs";
import { withService } from "../packaging/examples/conversation.mjs";
import { started } from "../packaging/examples/support.mjs";
import { build, wasmtime } from "./build.mjs";

const SERVE = "wasmtime serve -S cli --env HOOK_PATH=/hook/random-letters --addr 127.0.0.1:8787";

test("the component answers a user", () => withService(async ({ emulator, settings }) => {
  assert.ok((await readFile(join(root, "examples/wasi/README.md"), "utf8")).includes(SERVE));
  const [program, component, port] = [await wasmtime(), await build(), await freePort()];
  const [, ...parameters] = SERVE.replace("8787", port).split(" ");
  const { stop } = await started([program, ...parameters, component], root, /^Serving HTTP on /);
  try {
    const url = `http://127.0.0.1:${port}/hook/random-letters`;
    await new Bot({ baseUrl: settings.SERVICE, token: settings.BOT_TOKEN }).setWebhook({ url });
    const alice = emulator.user({ first_name: "Alice" });
    alice.write("é 👍");
    assert.equal((await alice.nextMessage({ timeoutMs: PATIENCE })).text, "é 👍");
    assert.equal((await fetch(`${url}-other`, { method: "POST" })).status, 404);
    assert.equal((await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: "{" })).status, 400);
  } finally {
    await stop("SIGKILL");
  }
}));
