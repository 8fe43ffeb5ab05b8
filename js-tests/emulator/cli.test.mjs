// The command `botwire-emulator`: what it says, what it refuses, its log without the token, and how it stops.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { afterEach, test } from "node:test";
import { fileURLToPath } from "node:url";
import { PATIENCE } from "../support/eventually.mjs";

const COMMAND = fileURLToPath(new URL("./cli.js", import.meta.resolve("botwire/emulator")));
const TOKEN = "77:secretOfTheBot";
const running = new Set();
afterEach(() => running.forEach((command) => command.kill("SIGKILL")));

/** Starts the command. `waitForOutput(pattern)` waits until the command has printed a match. */
function run(...parameters) {
  const command = spawn(process.execPath, [COMMAND, ...parameters]);
  running.add(command);
  command.once("close", () => running.delete(command));
  command.printed = "";
  for (const stream of [command.stdout, command.stderr]) stream.on("data", (data) => (command.printed += data));
  command.waitForOutput = async (pattern) => {
    const patience = { signal: AbortSignal.timeout(PATIENCE) };
    while (!pattern.test(command.printed)) {
      await once(command.stdout, "data", patience).catch(() => assert.fail(`no ${pattern} in: ${command.printed}`));
    }
    return pattern.exec(command.printed);
  };
  return command;
}

/** Its exit code. */
const ended = async (command) => (await once(command, "close", { signal: AbortSignal.timeout(PATIENCE) }))[0];

test("no poll waits longer than --longest-poll", async () => {
  const [, url] = await run("--port", "0", "--token", TOKEN, "--longest-poll", "0").waitForOutput(/base URL +(\S+)/);
  const answer = await fetch(`${url}/bot${TOKEN}/getUpdates?timeout=2147483647`, { signal: AbortSignal.timeout(PATIENCE) });
  assert.deepEqual(await answer.json(), { ok: true, result: [] });
});

test("a poll waits 8 s at most by default", async () => {
  const [, url] = await run("--port", "0", "--token", TOKEN).waitForOutput(/base URL +(\S+)/);
  const poll = fetch(`${url}/bot${TOKEN}/getUpdates?timeout=50`, { signal: AbortSignal.timeout(PATIENCE) });
  await fetch(`${url}/bot${TOKEN}/getMe`);
  await fetch(`${url}/user/advance`, { method: "POST", body: "8s" });
  assert.deepEqual(await (await poll).json(), { ok: true, result: [] });
});

test("--compat serves clients of later interfaces", async () => {
  const [, url] = await run("--port", "0", "--token", TOKEN, "--compat").waitForOutput(/base URL +(\S+)/);
  const { result } = await (await fetch(`${url}/bot${TOKEN}/getMe`)).json();
  assert.equal(result.can_join_groups, true);
});

test("--strict refuses what the specification does not have, and excludes --compat", async () => {
  const [, url] = await run("--port", "0", "--token", TOKEN, "--strict").waitForOutput(/base URL +(\S+)/);
  const { description } = await (await fetch(`${url}/bot${TOKEN}/getMe?later=1`)).json();
  assert.equal(description, "Bad Request: unknown parameter of getMe: later");
  const both = run("--port", "0", "--strict", "--compat");
  await once(both.stderr, "data", { signal: AbortSignal.timeout(PATIENCE) });
  assert.match(both.printed, /^botwire-emulator: strict: expected false with compat/);
  assert.equal(await ended(both), 1);
});

test("it says where it listens, and a line for each request, without the token", async () => {
  const command = run("--port", "0", "--token", TOKEN, "--username", "my_bot");
  const [, url] = await command.waitForOutput(/base URL +(\S+)/);
  const call = (path, init) => fetch(`${url}${path}`, init);
  const { result } = await (await call(`/bot${TOKEN}/getMe`)).json();
  assert.deepEqual(Object.keys(result), ["id", "is_bot", "first_name", "username"]);
  assert.equal(result.username, "my_bot");
  await command.waitForOutput(/^\d\d:\d\d:\d\d GET getMe \{\} 200$/m);
  await call("/user/write", { method: "POST", body: "hi" });
  const text = `\u001b[31m${TOKEN}`;
  await call(`/bot${TOKEN}/sendMessage`, { method: "POST", body: new URLSearchParams({ chat_id: 2000001, text }) });
  await command.waitForOutput(/POST sendMessage .*"text":.* 200$/m);
  await call("/bot88:wrongTokenOfAnother/getMe");
  await command.waitForOutput(/GET getMe \{\} 401 Unauthorized$/m);
  await call("/bot88:wrongTokenOfAnother/get%0AMe%1B");
  await call(`/file/bot${TOKEN}/none`);
  await command.waitForOutput(/GET none 404$/m);
  await call("/bot88:wrongTokenOfAnother/getMe?x=1", { method: "PUT" });
  await call("/bot88:wrongTokenOfAnother/a/b");
  await command.waitForOutput(/GET .* 404 Not Found$/m);
  await command.waitForOutput(/PUT .* 405 Method Not Allowed$/m);
  await call(`/bot${TOKEN}/setWebhook?url=http://127.0.0.1:9/${TOKEN}`);
  await command.waitForOutput(/webhook message \d+ "hi" fetch failed/m);
  const fault = (given) => call("/user/act/fault", { method: "POST", body: JSON.stringify({ times: 1, ...given }) });
  await fault({ kind: "cut_off" });
  await call(`/bot${TOKEN}/getMe`).then((answer) => assert.rejects(answer.text()));
  await command.waitForOutput(/GET getMe \{\} 200 \(fault cut_off\)$/m);
  await fault({ kind: "rate_limit", retry_after: 1 });
  await call(`/bot${TOKEN}/getMe`);
  await command.waitForOutput(/GET getMe \{\} 429 Too Many Requests: retry after 1 \(fault rate_limit\)$/m);
  assert.doesNotMatch(command.printed, /secretOfTheBot|wrongTokenOf|\u001b/);
  command.kill("SIGTERM");
  assert.equal(await ended(command), 0);
});

test("no printed line holds the token in any escape, nor its secret alone", async () => {
  const secret = "AAbb-cc_DDeeFFgg0123456789hhIIjjKKll";
  const token = `987654:${secret}`;
  const command = run("--port", "0", "--token", token, "--webhook", `http://127.0.0.1:9/${secret}`);
  const [, url] = await command.waitForOutput(/base URL +(\S+)/);
  await command.waitForOutput(/webhook +http:\/\/127\.0\.0\.1:9\/<token>\n/);
  const forms = [
    secret, encodeURIComponent(encodeURIComponent(token)), JSON.stringify(token.replace(":", "\\u003a")), token.replace(":", "&#x3a;").replace("-", "&#45;"),
    Buffer.from(token).toString("base64"), token.toUpperCase(), [...token].join("\u200b"), token.replace(":", "=3A").replace("_", "=5F"),
  ];
  for (const form of forms) {
    const text = encodeURIComponent(form);
    await fetch(`${url}/bot${encodeURIComponent(token)}/sendMessage?chat_id=1&text=${text}`);
    await fetch(`${url}/bot${encodeURIComponent(token)}/${text}`);
    await fetch(`${url}/other/${text}`);
    await fetch(`${url}/bot${text}/a/b`);
  }
  await fetch(`${url}/user/write`, { method: "POST", body: secret });
  await command.waitForOutput(/webhook message \d+ "<token>" fetch failed/m);
  const lines = command.printed.split("\n").filter((line) => /^\d\d:/.test(line));
  assert.equal(lines.filter((line) => /<token>|\(withheld: /.test(line)).length, 4 * forms.length + 2, command.printed);
  assert.doesNotMatch(command.printed, /AAbb|DDee|hhII|QUFi|CC_DD/i);
});

for (const token of ["5", "17", "true", "test"]) {
  test(`the short token ${token} is hidden in URLs that are printed, and eats no number and no word`, async () => {
    const command = run("--port", "0", "--token", token);
    const [, url] = await command.waitForOutput(/base URL +(\S+)/);
    await command.waitForOutput(/\/bot<token>\/getMe/);
    await fetch(`${url}/bot${token}/getUpdates?limit=17&text=true+test+5&offset=5`);
    await command.waitForOutput(/GET getUpdates \{"limit":17,"offset":5,"text":"true test 5"\} 200$|GET getUpdates \{"limit":"17","offset":"5","text":"true test 5"\} 200$/m);
    await fetch(`${url}/bot${token}/a/b`);
    await command.waitForOutput(/GET \/bot<token>\/a\/b 404 Not Found$/m);
    const written = await (await fetch(`${url}/user/write`, { method: "POST", body: "a test of 5, 17 and true" })).json();
    assert.equal(written.result.text, "a test of 5, 17 and true");
  });
}

test("quiet, it prints only where it listens, and a generated token", async () => {
  const command = run("--port=0", "--quiet", "--seed", "5");
  const [, url] = await command.waitForOutput(/base URL +(\S+)/);
  const [, token] = await command.waitForOutput(/token +(\d+:\S+)/);
  await command.waitForOutput(/user\/messages\n/);
  const { length } = command.printed;
  assert.equal(command.printed.split(token).length - 1, 1, "the token is printed once");
  assert.equal((await fetch(`${url}/bot${token}/getMe`)).status, 200);
  command.kill("SIGINT");
  assert.equal(await ended(command), 0);
  assert.equal(command.printed.slice(length).trim(), "");
});

test("each start has a token of its own, unless a seed says otherwise", async () => {
  const start = async (...options) => (await run("--port", "0", "--quiet", ...options).waitForOutput(/token +(\d+:\S+)/))[1];
  const [one, other, ...seeded] = await Promise.all([start(), start(), start("--seed", "1"), start("--seed", "1"), start("--seed", "2")]);
  assert.match(one, /^1000001:[\w-]{35}$/);
  assert.notEqual(one, other);
  assert.equal(seeded[0], seeded[1]);
  assert.notEqual(seeded[0], seeded[2]);
  assert.ok(![one, other].includes(seeded[0]));
});

test("pages of other origins and other names are refused, unless they are named", async () => {
  const named = ["--cors", "http://localhost:5173", "--cors", "http://localhost:5174", "--allow-host", "box.example"];
  const [, url] = await run("--port", "0", ...named).waitForOutput(/base URL +(\S+)/);
  for (const [origin, status] of [["http://localhost:5173", 200], ["http://localhost:5174", 200], ["http://localhost:5175", 403]]) {
    assert.equal((await fetch(`${url}/user/log`, { headers: { origin } })).status, status, origin);
  }
  for (const [host, status] of [["box.example", 200], ["other.example", 421]]) {
    // fetch() sets the Host itself.
    const [response] = await once(get(`${url}/user/log`, { headers: { host } }), "response");
    assert.equal(response.resume().statusCode, status, host);
  }
});

test("the webhook is set at the start, and goes to this machine", async () => {
  const command = run("--port", "0", "--token", TOKEN, "--webhook", "http://127.0.0.1:9/hook");
  const [, url] = await command.waitForOutput(/base URL +(\S+)/);
  await command.waitForOutput(/webhook +http:\/\/127\.0\.0\.1:9\/hook\n/);
  assert.equal((await (await fetch(`${url}/bot${TOKEN}/getWebhookInfo`)).json()).result.url, "http://127.0.0.1:9/hook");
  await fetch(`${url}/user/write`, { method: "POST", body: "hi" });
  await command.waitForOutput(/webhook message \d+ "hi" fetch failed/m);
  const remote = run("--port", "0", "--token", TOKEN, "--webhook", "https://bot.example/", "--allow-remote-webhooks");
  await remote.waitForOutput(/webhook +https:\/\/bot\.example\/\n/);
});

test("a duration that no clock holds is refused, and the command lives on", async () => {
  const command = run("--port", "0", "--token", TOKEN);
  const [, url] = await command.waitForOutput(/base URL +(\S+)/);
  for (const body of ["100000000d", "-5s", "NaN", "1e999", `${"9".repeat(1000)}d`]) {
    const answer = await fetch(`${url}/user/advance`, { method: "POST", body });
    assert.deepEqual([answer.status, (await answer.json()).ok], [400, false], body);
  }
  // Beyond the year 2038, as dates are integers of 32 bits.
  const answer = await fetch(`${url}/user/advance`, { method: "POST", body: "36525d" });
  assert.equal(answer.status, 400);
  assert.equal((await fetch(`${url}/user/advance`, { method: "POST", body: "365d" })).status, 200);
  assert.equal((await fetch(`${url}/bot${TOKEN}/getMe`)).status, 200);
  await command.waitForOutput(/GET getMe \{\} 200$/m);
});

test("it stops while a long poll waits", async () => {
  const command = run("--port", "0", "--token", TOKEN);
  const [, url] = await command.waitForOutput(/base URL +(\S+)/);
  const poll = fetch(`${url}/bot${TOKEN}/getUpdates?timeout=50`).catch((error) => error);
  await fetch(`${url}/bot${TOKEN}/getMe`);
  command.kill("SIGINT");
  assert.equal(await ended(command), 0);
  assert.ok((await poll) instanceof Error);
});

test("an error is printed as a sentence, and help is there", async () => {
  const first = run("--port", "0", "--quiet");
  const [, port] = await first.waitForOutput(/base URL +\S+:(\d+)/);
  for (const [parameters, expected] of [
    [["--port", port], /^botwire-emulator: port \d+ is taken; choose another with --port/],
    [["--port", "x"], /--port: expected a number from 0 to 65535, got x/],
    [["--port", "65536"], /--port: expected a number from 0 to 65535, got 65536/],
    [["--host", "300.0.0.1", "--port", "0"], /^botwire-emulator: /],
    [["--token", ""], /^botwire-emulator: --token: expected visible ASCII without \/ \? # % \\\n$/],
    [["--token", "a b"], /^botwire-emulator: --token: expected visible ASCII without \/ \? # % \\\n$/],
    [["--username", "no spaces"], /^botwire-emulator: --username: expected letters, digits and underscores\n$/],
    [["--webhook", "http://bot.example/", "--port", "0", "--allow-remote-webhooks"], /on port 443, 80, 88 or 8443, or an http:\/\/ URL of this machine, got /],
    [["--cors", "*", "--port", "0"], /^botwire-emulator: cors\[0\]: expected an origin such as "http:\/\/localhost:5173", got "\*"/],
    [["--allow-host", "a b", "--port", "0"], /^botwire-emulator: hosts\[0\]: expected the name of a host/],
    [["--webhook", "https://bot.example/", "--port", "0"], /^botwire-emulator: --webhook: Bad Request: webhooks go to this machine only/],
    [["--webhook", "nonsense", "--port", "0"], /^botwire-emulator: --webhook: Bad Request: /],
    [["--seed", "-1"], /--seed: expected a number from 0 to \d+, got -1|argument is ambiguous/],
    [["--nonsense"], /nonsense/],
    [["extra"], /extra/],
  ]) {
    const failing = run(...parameters);
    assert.equal(await ended(failing), 1, parameters.join(" "));
    assert.match(failing.printed, expected);
    assert.doesNotMatch(failing.printed, /at .*\.js:\d+/);
  }
  const helping = run("--help");
  assert.equal(await ended(helping), 0);
  for (const option of ["--port", "--host", "--token", "--username", "--seed", "--quiet", "--cors", "--allow-host", "--allow-remote-webhooks", "--webhook"]) assert.ok(helping.printed.includes(option));
  assert.match(helping.printed, /inline keyboard that has the button, else of the\s+reply keyboard/);
});
