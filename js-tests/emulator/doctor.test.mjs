// `botwire doctor`: each fault that it names, in an emulator or in front of it.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createServer as createHttp, request } from "node:http";
import { createServer as createHttps } from "node:https";
import { join } from "node:path";
import { test } from "node:test";

import { listen } from "../support/serve.mjs";
import { temporary } from "../support/temporary.mjs";
import { authority } from "./certificates.mjs";
import { HOOK_PATH, ran } from "./settings.mjs";
import { ends, served } from "./started.mjs";

/** An emulator, the settings of its bot, and `examine`, which runs the doctor and returns its exit code and findings. */
async function service(options) {
  const world = await served(options);
  const settings = { SERVICE: world.server.url, BOT_TOKEN: world.emulator.token };
  return { ...world, settings };
}

/** Runs the doctor. `status(check)` and `message(check)` are of one of its findings. */
async function examine(settings, ...parameters) {
  const { code, printed } = await ran(["doctor", "--json", ...parameters], settings);
  const { status, findings } = JSON.parse(printed);
  assert.equal(code, { ok: 0, warning: 1, fault: 2 }[status]);
  const of = (name) => findings.find(({ check }) => check === name) ?? assert.fail(`no ${name} in ${printed}`);
  return { code, printed, findings, status: (name) => of(name).status, message: (name) => of(name).message, data: (name) => of(name).data };
}

/** Serves until the end of the test. */
async function until(server) {
  const { port, close } = await listen(server);
  ends.push(close);
  return port;
}

/** Sends requests on to a service, and lets `change` see the headers of its responses. */
const through = (url, change) => (incoming, outgoing) => {
  const { method, headers } = incoming;
  const onward = request(url + incoming.url, { method, headers: { ...headers, host: new URL(url).host } }, (response) => {
    outgoing.writeHead(response.statusCode, change({ ...response.headers }));
    response.pipe(outgoing);
  });
  incoming.pipe(onward.on("error", () => outgoing.destroy()));
};

test("a bot that polls, and has no fault", async () => {
  const { settings } = await service();
  const { code, printed } = await ran(["doctor"], settings);
  assert.equal(code, 0, printed);
  assert.deepEqual(printed.replaceAll(/\d+ ms/g, "1 ms").replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:1").split("\n"), [
    "ok       service          http://127.0.0.1:1 speaks the interface and shows no later fields",
    "ok       token            is that of @botwire_bot",
    "ok       updates          no webhook is registered: the bot receives updates by polling",
    "ok       last error       none",
    "ok       waiting updates  0",
    "skipped  allowed_updates  the service sends all kinds; --handler <file> compares that with your handler",
    "skipped  secret path      a bot that polls has none",
    "skipped  service TLS      http://127.0.0.1 has no TLS",
    "skipped  webhook TLS      there is no webhook",
    "ok       clock            this machine and the service tell the same time",
    "ok       round trip       1 ms",
    "healthy  no faults and no warnings",
    "",
  ]);
});

test("a bot with a webhook, and without a fault", async () => {
  const { settings, call } = await service();
  await call("setWebhook", { url: `http://127.0.0.1:9${HOOK_PATH}` });
  const { code, message, status } = await examine({ ...settings, HOOK_PATH });
  assert.equal(code, 0);
  assert.equal(message("updates"), "the webhook is http://127.0.0.1:9<HOOK_PATH>");
  assert.equal(status("secret path"), "ok");
});

test("a bot with a warning or a fault is not called healthy", async () => {
  const { settings, call } = await service();
  await call("setWebhook", { url: "http://127.0.0.1:9/short" });
  const warned = await ran(["doctor"], { ...settings, HOOK_PATH: "/short" });
  assert.equal(warned.code, 1, warned.printed);
  assert.match(warned.printed, /^warning {2}secret path /m);
  const failed = await ran(["doctor"], { ...settings, BOT_TOKEN: "1:not-the-token-of-this-bot" });
  assert.equal(failed.code, 2, failed.printed);
  for (const { printed } of [warned, failed]) assert.doesNotMatch(printed, /healthy/);
});

test("the later fields that a service shows are named", async () => {
  const { settings } = await service({ compat: true });
  const { message, data } = await examine(settings);
  assert.match(message("service"), /shows the later fields .*can_join_groups, /);
  assert.ok(data("service").later_fields.includes("can_join_groups"));
});

test("a service that is not there, is another program, or fails", async () => {
  const { settings, post } = await service();
  const cases = async (SERVICE) => {
    const { code, message, findings } = await examine({ ...settings, SERVICE });
    assert.equal(code, 2);
    assert.deepEqual(findings.map(({ check }) => check), ["service", "service TLS", "secret path"]);
    return message("service");
  };
  assert.match(await cases("http://127.0.0.1:9"), /^http:\/\/127\.0\.0\.1:9 cannot be reached: nothing listens there; check SERVICE$/);
  assert.match(await cases("https://no-such-host.invalid"), /cannot be reached: its name (does not exist; check SERVICE|cannot be resolved at the moment)$/);
  assert.match(await cases(settings.SERVICE.replace("http:", "https:")), /cannot be reached: it does not speak TLS there; check the scheme and the port of SERVICE$/);
  const page = await until(createHttp((_, response) => response.writeHead(404, { "content-type": "text/html" }).end("<h1>Not here</h1>")));
  assert.match(await cases(`http://127.0.0.1:${page}`), /answers with status 404, but does not speak the interface; check SERVICE/);
  await post("/user/act/fault", { kind: "error", error_code: 500 });
  assert.match(await cases(settings.SERVICE), /fails: 500 /);
});

test("a wrong token", async () => {
  const { settings } = await service();
  for (const BOT_TOKEN of [`${settings.BOT_TOKEN}x`, "1:AbCdEfGhIjKlMnOp"]) {
    const { code, status, message } = await examine({ ...settings, BOT_TOKEN });
    assert.equal(code, 2);
    assert.equal(status("service"), "ok");
    assert.match(message("token"), /^the service refuses it: 401 Unauthorized; check BOT_TOKEN/);
  }
});

test("a webhook that is missing, or has another path", async () => {
  const { settings, call } = await service();
  const missing = await examine({ ...settings, HOOK_PATH });
  assert.equal(missing.status("updates"), "fault");
  assert.match(missing.message("updates"), /HOOK_PATH is set: run botwire webhook set <url>$/);
  await call("setWebhook", { url: `http://127.0.0.1:9${HOOK_PATH}2` });
  const other = await examine({ ...settings, HOOK_PATH });
  assert.equal(other.code, 2);
  assert.match(other.message("updates"), /<another path of 27 characters>, which does not end with HOOK_PATH/);
  assert.ok(!other.printed.includes(HOOK_PATH));
  // Without HOOK_PATH, the bot is one that polls, or its settings are elsewhere.
  assert.match((await examine(settings)).message("updates"), /a bot that polls would get 409$/);
});

test("the last error is explained, as long as it is recent or updates wait", async () => {
  const { settings, emulator, call } = await service();
  const alice = emulator.user();
  let status = 500;
  const bot = await until(createHttp((incoming, outgoing) => incoming.resume().on("end", () => outgoing.writeHead(status).end())));
  await call("setWebhook", { url: `http://127.0.0.1:${bot}${HOOK_PATH}` });
  for (const [answer, meaning] of [
    [500, /^Wrong response from the webhook: 500, \d+ s ago: the handler failed/], [404, /HOOK_PATH of the running bot differs/], [401, /HOOK_PATH of the running bot differs/],
    [405, /another program answers/], [308, /the URL redirects/], [413, /limits of the proxy/], [429, /raise its limit/], [503, /not ready in time/], [502, /cannot reach the bot/],
  ]) {
    status = answer;
    await call("setWebhook", { url: `http://127.0.0.1:${bot}${HOOK_PATH}` });
    alice.write("hi");
    await emulator.settle();
    const found = await examine({ ...settings, HOOK_PATH });
    assert.equal(found.status("last error"), "fault", String(answer));
    assert.match(found.message("last error"), meaning);
    assert.ok(found.data("last error").age_seconds < 60);
  }
  status = 200;
  await call("setWebhook", { url: `http://127.0.0.1:${bot}${HOOK_PATH}` });
  await emulator.settle();
  assert.equal((await call("getWebhookInfo")).pending_update_count, 0);
  status = 500;
  alice.write("hi");
  await emulator.settle();
  status = 200;
  await emulator.advance("120s");
  await emulator.settle();
  const recent = await examine({ ...settings, HOOK_PATH });
  assert.equal(recent.status("last error"), "warning", recent.printed);
  assert.equal(recent.code, 1);
});

test("nothing answers at the webhook", async () => {
  const { settings, emulator, call } = await service();
  await call("setWebhook", { url: `http://127.0.0.1:9${HOOK_PATH}` });
  emulator.user().write("hi");
  await emulator.settle();
  assert.match((await examine({ ...settings, HOOK_PATH })).message("last error"), /: nothing answers at the URL: the bot is stopped, or a firewall is in the way$/);
});

test("too many updates wait", async () => {
  const { settings, emulator } = await service();
  const alice = emulator.user();
  for (let count = 0; count < 3; count++) alice.write("hi");
  assert.equal((await examine(settings)).status("waiting updates"), "ok");
  const many = await examine(settings, "--max-pending", "2");
  assert.equal(many.code, 2);
  assert.equal(many.message("waiting updates"), "3, more than 2: the bot does not poll, or is too slow");
  assert.deepEqual(many.data("waiting updates"), { pending_update_count: 3 });
});

test("allowed_updates without a kind that the handler handles", async () => {
  const { settings, call } = await service();
  const file = join(temporary(), "bot.mjs");
  writeFileSync(file, `import { on } from ${JSON.stringify(import.meta.resolve("botwire"))};\nexport const handler = on({ message() {}, callback_query() {} }); setInterval(() => {}, 1000);`);
  const all = await examine(settings, "--handler", file);
  assert.deepEqual([all.code, all.message("allowed_updates")], [0, "the service sends all kinds, the handler handles message, callback_query"]);
  await call("getUpdates", { allowed_updates: ["message"] });
  const narrowed = await examine(settings, "--handler", file);
  assert.equal(narrowed.code, 2);
  assert.match(narrowed.message("allowed_updates"), /^the service does not send callback_query, only message: run botwire webhook set --handler /);
  assert.deepEqual(narrowed.data("allowed_updates"), { allowed_updates: ["message"], missing: ["callback_query"] });
  assert.match((await examine(settings)).message("allowed_updates"), /^the service sends message; --handler/);
});

test("a secret path that is short, known, or has the token", async () => {
  const { settings } = await service();
  const [, secret] = settings.BOT_TOKEN.split(":");
  for (const [path, status, expected] of [
    ["/hook/dev", "warning", /^its longest part has 4 characters: use 20 random ones or more$/],
    ["/hook/random-letters-that-nobody-knows", "fault", /^it is that of the examples/],
    [`/hook/${settings.BOT_TOKEN}`, "fault", /^it contains the token/],
    [`/hook/${secret}`, "fault", /^it contains the token/],
    [`/hook/${[...secret].map((char) => `%${char.charCodeAt(0).toString(16)}`).join("")}`, "fault", /^it contains the token/],
    [HOOK_PATH, "ok", /^its longest part has 20 characters$/],
  ]) {
    const found = await examine({ ...settings, HOOK_PATH: path });
    assert.equal(found.status("secret path"), status, path);
    assert.match(found.message("secret path"), expected);
  }
});

test("a clock that is wrong, and a service without one", async () => {
  const { settings } = await service();
  const served = async (change) => {
    const port = await until(createHttp(through(settings.SERVICE, change)));
    return examine({ ...settings, SERVICE: `http://127.0.0.1:${port}` });
  };
  const at = (seconds) => (headers) => ({ ...headers, date: new Date(Date.now() + seconds * 1000).toUTCString() });
  const behind = await served(at(90));
  assert.deepEqual([behind.code, behind.status("clock")], [1, "warning"]);
  assert.match(behind.message("clock"), /^this machine is (89|90|91) s behind the service: synchronize its clock$/);
  assert.match((await served(at(-90))).message("clock"), /^this machine is (89|90|91) s ahead of the service/);
  assert.equal((await served(at(20))).status("clock"), "ok");
  const port = await until(createHttp((incoming, outgoing) => (outgoing.sendDate = false, through(settings.SERVICE, ({ date, ...headers }) => headers)(incoming, outgoing))));
  assert.equal((await examine({ ...settings, SERVICE: `http://127.0.0.1:${port}` })).status("clock"), "skipped");
});

test("a slow service", async () => {
  const { settings, post } = await service();
  await post("/user/act/fault", { kind: "slow", millis: 300, method: "getMe" });
  const slow = await examine(settings, "--max-round-trip", "100");
  assert.deepEqual([slow.code, slow.status("round trip")], [1, "warning"]);
  assert.match(slow.message("round trip"), /^\d{3,4} ms, more than 100: /);
  assert.ok(slow.data("round trip").millis >= 290);
});

test("certificates: of an authority, without its chain, of another name, self-signed, expired, and soon to expire", async () => {
  const { settings, call } = await service();
  const issue = authority();
  const root = issue("root", { isAuthority: true });
  const middle = issue("middle", { by: root, isAuthority: true });
  const leaf = issue("localhost", { by: middle });
  const chain = Buffer.concat([leaf.cert, middle.cert]);
  const trusting = { NODE_EXTRA_CA_CERTS: root.file };
  const served = async ({ key }, cert) => `https://localhost:${await until(createHttps({ key, cert }, through(settings.SERVICE, (headers) => headers)))}`;
  const hook = async (pair, cert = pair.cert, more = {}) => {
    const form = new FormData();
    form.set("url", (await served(pair, cert)) + HOOK_PATH);
    if (more.certificate) form.set("certificate", new Blob([cert]), "c.pem");
    await fetch(`${settings.SERVICE}/bot${settings.BOT_TOKEN}/setWebhook`, { method: "POST", body: form }).then(async (response) => assert.ok(response.ok, await response.text()));
    return examine({ ...settings, HOOK_PATH, ...trusting });
  };
  const expects = (found, status, message, code) => {
    assert.deepEqual([found.status("webhook TLS"), found.code], [status, code], found.printed);
    assert.match(found.message("webhook TLS"), message);
  };
  expects(await hook(leaf, chain), "ok", /^(89|90) days left$/, 0);
  expects(await hook(leaf), "fault", /^the one of localhost is not accepted: its chain is incomplete: let the server send the intermediate certificates too$/, 2);
  expects(await hook(issue("other.example", { by: root })), "fault", /is not accepted: it is for another host name$/, 2);
  const own = issue("localhost");
  expects(await hook(own), "fault", /is self-signed: pass it with botwire webhook set --certificate/, 2);
  expects(await hook(own, own.cert, { certificate: true }), "ok", /^self-signed, as registered; (89|90) days left$/, 0);
  expects(await hook(issue("localhost", { by: root, days: -3 })), "fault", /has expired [34] days ago: renew it$/, 2);
  const soon = await hook(issue("localhost", { by: root, days: 5.5 }));
  expects(soon, "warning", /ends in 5 days: renew it$/, 1);
  assert.equal(soon.data("webhook TLS").days, 5);
  await call("setWebhook", { url: `https://localhost:${await until(createHttp())}${HOOK_PATH}` });
  expects(await examine({ ...settings, HOOK_PATH }), "fault", /^localhost cannot be reached by TLS: /, 2);

  const service_ = await examine({ ...settings, SERVICE: await served(leaf, chain), ...trusting });
  assert.deepEqual([service_.status("service"), service_.status("service TLS")], ["ok", "ok"]);
  const untrusted = await examine({ ...settings, SERVICE: await served(leaf, leaf.cert), ...trusting });
  assert.equal(untrusted.status("service"), "fault");
  assert.match(untrusted.message("service TLS"), /its chain is incomplete/);
});

test("what cannot be checked has an exit code of its own", async () => {
  const { settings } = await service();
  for (const [parameters, environment, expected] of [
    [[], {}, /^botwire doctor: SERVICE is not set/],
    [["--nonsense"], settings, /^botwire doctor: Unknown option '--nonsense'; --help lists the options\n$/],
    [["extra"], settings, /^botwire doctor: unexpected argument "extra"/],
    [["--max-pending", "x"], settings, /^botwire doctor: --max-pending: expected a number, got x\n$/],
    [["--handler", "none.mjs"], settings, /^botwire doctor: --handler: none\.mjs cannot be loaded/],
  ]) {
    const { code, printed } = await ran(["doctor", ...parameters], environment);
    assert.equal(code, 3, printed);
    assert.match(printed, expected);
  }
  const { code, printed } = await ran(["doctor", "--help"], {});
  assert.equal(code, 0);
  assert.ok(printed.split("\n").every((line) => line.length <= 80), printed);
});
