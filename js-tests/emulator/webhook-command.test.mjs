// `botwire webhook`: what it registers, deletes and shows, and the settings that it reads.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { temporary } from "../support/temporary.mjs";
import { HOOK_PATH, ran } from "./settings.mjs";
import { served } from "./started.mjs";

/** An emulator and the settings of its bot. */
async function service() {
  const world = await served();
  return { ...world, settings: { SERVICE: world.server.url, BOT_TOKEN: world.emulator.token, HOOK_PATH } };
}
const ORIGIN = "http://127.0.0.1:8787";

test("set registers the URL with HOOK_PATH, and says what changed and what is inherited", async () => {
  const { settings, call } = await service();
  await call("getUpdates", { allowed_updates: ["message"] });
  const first = await ran(["webhook", "set", ORIGIN], settings);
  assert.equal(first.code, 0, first.printed);
  assert.equal((await call("getWebhookInfo")).url, ORIGIN + HOOK_PATH);
  assert.equal(first.printed, `changed: url

url              ${ORIGIN}<HOOK_PATH> (before: none)
certificate      none
max_connections  40 (inherited)
allowed_updates  message (inherited)
waiting updates  0
`);
  const again = await ran(["webhook", "set", `${ORIGIN}/`], settings);
  assert.match(again.printed, /^unchanged\n\nurl {14}http:\/\/127\.0\.0\.1:8787<HOOK_PATH> *\n/);
  // The whole URL, and no URL, are the same.
  for (const url of [[ORIGIN + HOOK_PATH], []]) assert.match((await ran(["webhook", "set", ...url], settings)).printed, /^unchanged\n/);
  assert.match((await ran(["webhook", "set", "--force"], settings)).printed, /^registered again, unchanged\n/);
});

test("set takes kinds, connections and a prefix of the path", async () => {
  const { settings, call } = await service();
  const { code, printed } = await ran(["webhook", "set", `${ORIGIN}/prod`, "--allowed-updates", "message, callback_query", "--max-connections", "7"], settings);
  assert.equal(code, 0, printed);
  assert.match(printed, /^changed: url, max_connections, allowed_updates\n[^]*max_connections {2}7 \(before: not reported\)\nallowed_updates {2}message, callback_query \(before: all\)\n/);
  assert.match(printed, /8787\/prod<HOOK_PATH>/);
  const info = await call("getWebhookInfo");
  assert.deepEqual([info.url, info.max_connections, info.allowed_updates], [`${ORIGIN}/prod${HOOK_PATH}`, 7, ["message", "callback_query"]]);
  await ran(["webhook", "set", "--allowed-updates", "all"], settings);
  assert.equal((await call("getWebhookInfo")).allowed_updates, undefined);
});

test("set --handler receives the kinds that the handler handles", async () => {
  const { settings, call } = await service();
  const folder = temporary();
  const library = JSON.stringify(import.meta.resolve("botwire"));
  const write = (name, source) => writeFileSync(join(folder, name), `import { on } from ${library};\n${source}`);
  write("bot.mjs", `export const handler = on({ message() {}, callback_query() {}, inline_query: undefined }); setInterval(() => {}, 1000);`);
  const { code, printed } = await ran(["webhook", "set", ORIGIN, "--handler", "./bot.mjs"], settings, folder);
  assert.equal(code, 0, printed);
  assert.deepEqual((await call("getWebhookInfo")).allowed_updates, ["message", "callback_query"]);
  write("fetch.mjs", `export default { fetch: on({ inline_query() {} }) };`);
  await ran(["webhook", "set", "--handler", "fetch.mjs"], settings, folder);
  assert.deepEqual((await call("getWebhookInfo")).allowed_updates, ["inline_query"]);
  write("other.mjs", `export const handler = on({ message() {}, other() {} });`);
  write("none.mjs", `export const a = 1;`);
  write("broken.mjs", `throw new Error("no database");`);
  for (const [file, expected] of [
    ["none.mjs", /^botwire webhook: --handler: none\.mjs exports no handler whose kinds are known/],
    ["other.mjs", /which are those of on\(\{ … \}\) without "other"\n$/],
    ["broken.mjs", /^botwire webhook: --handler: broken\.mjs cannot be loaded: no database\n$/],
    ["missing.mjs", /^botwire webhook: --handler: missing\.mjs cannot be loaded: Cannot find module/],
  ]) {
    const failed = await ran(["webhook", "set", "--handler", file], settings, folder);
    assert.equal(failed.code, 1);
    assert.match(failed.printed, expected);
  }
  if (!process.features.typescript) {
    write("bot.ts", `export const handler = on({ message() {} });`);
    assert.match((await ran(["webhook", "set", "--handler", "bot.ts"], settings, folder)).printed, /use Node 22\.18 or newer for TypeScript, or name a JavaScript file\n$/);
  }
});

test("a certificate is sent each time, and removed by a set without it", async () => {
  const { settings, emulator } = await service();
  const folder = temporary();
  writeFileSync(join(folder, "public.pem"), "a certificate");
  const set = async (...more) => (await ran(["webhook", "set", ORIGIN, ...more], settings, folder)).printed;
  assert.match(await set("--certificate", "public.pem"), /^changed: url, certificate\n[^]*certificate {6}custom \(before: none\)\n/);
  assert.match(await set("--certificate", "public.pem"), /^changed: certificate\n/);
  assert.match(await set(), /^changed: certificate\n[^]*certificate {6}none \(before: custom\)\n/);
  assert.match(await set("--certificate", "no.pem"), /^botwire webhook: --certificate: ENOENT: .*no\.pem'\n$/);
  assert.equal(emulator.log().filter(({ method }) => method === "setWebhook").length, 3);
});

test("info shows the webhook, and delete deletes it", async () => {
  const { settings, call, emulator } = await service();
  assert.match((await ran(["webhook", "delete"], settings)).printed, /^no webhook was registered\n$/);
  await call("setWebhook", { url: `http://127.0.0.1:9/${emulator.token}/${"x".repeat(20)}` });
  emulator.user().write("hi");
  await emulator.settle();
  const { code, printed } = await ran(["webhook", "info"], settings);
  assert.equal(code, 0);
  assert.match(printed, /^url {14}http:\/\/127\.0\.0\.1:9\/<another path of \d+ characters>\n[^]*waiting updates {2}1\nlast error {7}.* \(20\d\d-.*Z\)\n$/);
  assert.match((await ran(["webhook", "delete"], settings)).printed, /^deleted; waiting updates for a bot that polls: 1\n$/);
  assert.equal((await call("getWebhookInfo")).url, "");
});

test("settings come from the environment, .env, .dev.vars or the named file, in this order", async () => {
  const { settings } = await service();
  const folder = temporary();
  const lines = ({ HOOK_PATH, ...rest }) => Object.entries({ ...rest, ...(HOOK_PATH && { HOOK_PATH }) }).map(([name, value]) => `${name}="${value}" # a comment\n`).join("");
  const info = async (environment, ...more) => (await ran(["webhook", "info", ...more], environment, folder)).printed;
  writeFileSync(join(folder, ".dev.vars"), lines(settings));
  assert.match(await info({}), /^url +none\n/);
  writeFileSync(join(folder, ".env"), lines({ ...settings, BOT_TOKEN: "1:wrong" }));
  assert.match(await info({}), /401 Unauthorized; check BOT_TOKEN/);
  assert.match(await info({ BOT_TOKEN: settings.BOT_TOKEN, SERVICE: "" }), /^url +none\n/);
  assert.match(await info({}, "--settings", ".dev.vars"), /^url +none\n/);
  assert.match(await info({}, "--settings", "none"), /^botwire webhook: --settings: ENOENT/);
});

test("what is missing or wrong is named, in one sentence, and nothing is sent", async () => {
  const { settings, emulator } = await service();
  const { SERVICE, BOT_TOKEN } = settings;
  for (const [parameters, environment, expected] of [
    [["info"], {}, /^botwire webhook: SERVICE is not set: write SERVICE=https:\/\/service\.example into \.env, or set it in the environment\n$/],
    [["info"], { SERVICE }, /^botwire webhook: BOT_TOKEN is not set: write BOT_TOKEN=<token> into \.env, or set it in the environment\n$/],
    [["info"], { SERVICE: "127.0.0.1:8081", BOT_TOKEN }, /^botwire webhook: SERVICE: expected an https: URL/],
    [["info"], { SERVICE: "http://service.example", BOT_TOKEN }, /see --allow-http/],
    [["info"], { SERVICE, BOT_TOKEN: "a b" }, /^botwire webhook: BOT_TOKEN: /],
    [["info"], { SERVICE, BOT_TOKEN, HOOK_PATH: "hook" }, /^botwire webhook: HOOK_PATH must begin with a slash/],
    [["set", ORIGIN], { SERVICE, BOT_TOKEN }, /^botwire webhook: HOOK_PATH is not set: set it, or pass the URL with the secret path\n$/],
    [["set", "bot.example"], settings, /^botwire webhook: expected a URL such as https:\/\/bot\.example, got "bot\.example"\n$/],
    [["set", "http://bot.example"], settings, /^botwire webhook: registerWebhook: url: expected an https: URL, got http:\n$/],
    [["set", ORIGIN, "extra"], settings, /^botwire webhook: unexpected argument "extra"; --help lists the options\n$/],
    [["info", "extra"], settings, /unexpected argument "extra"/],
    [["info", "--force"], settings, /^botwire webhook: --force: only for set\n$/],
    [["delete", "--certificate", "a"], settings, /^botwire webhook: --certificate: only for set\n$/],
    [["set", ORIGIN, "--max-connections", "0"], settings, /--max-connections: expected a number from 1 to 100, got 0\n$/],
    [["set", ORIGIN, "--allowed-updates", "Message"], settings, /--allowed-updates: expected kinds such as/],
    [["set", ORIGIN, "--allowed-updates", "all", "--handler", "a"], settings, /cannot be combined/],
    [[], settings, /^botwire webhook: expected set, delete or info; --help lists the options\n$/],
    [["put"], settings, /^botwire webhook: expected set, delete or info, got "put"/],
    [["set", "--tokn", "x"], settings, /^botwire webhook: Unknown option '--tokn'; --help lists the options\n$/],
  ]) {
    const { code, printed } = await ran(["webhook", ...parameters], environment);
    assert.equal(code, 1, printed);
    assert.match(printed, expected);
  }
  assert.deepEqual(emulator.log(), []);
  assert.match((await ran(["webhook", "set"], settings)).printed, /^botwire webhook: no webhook is registered: pass its URL/);
  const help = await ran(["webhook", "--help"], {});
  assert.equal(help.code, 0);
  assert.match(help.printed, /^Usage: botwire webhook set \[url\]/);
  assert.ok(help.printed.split("\n").every((line) => line.length <= 80), help.printed);
});
