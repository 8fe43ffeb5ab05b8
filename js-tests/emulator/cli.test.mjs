// The command `botwire emulator`: its options, errors and help, and how it stops.

import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, get } from "node:http";
import { networkInterfaces } from "node:os";
import { test } from "node:test";

import { PATIENCE } from "../support/eventually.mjs";
import { botwire, ended, run, TOKEN } from "./command.mjs";

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

test("--strict refuses what the specification does not have, and with --compat what no version has", async () => {
  const [, url] = await run("--port", "0", "--token", TOKEN, "--strict").waitForOutput(/base URL +(\S+)/);
  const { description } = await (await fetch(`${url}/bot${TOKEN}/getMe?later=1`)).json();
  assert.equal(description, "Bad Request: unknown parameter of getMe: later");
  const [, both] = await run("--port", "0", "--token", TOKEN, "--strict", "--compat").waitForOutput(/base URL +(\S+)/);
  const refusal = async (query) => (await (await fetch(`${both}/bot${TOKEN}/sendMessage?chat_id=1&text=x&${query}`)).json()).description;
  assert.equal(await refusal("protect_content=true"), "Bad Request: chat not found");
  assert.equal(await refusal("protectContent=true"), "Bad Request: unknown parameter of sendMessage: protectContent");
});

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
  await command.waitForOutput(/← message “hi” from Alice webhook fetch failed/m);
  const remote = run("--port", "0", "--token", TOKEN, "--webhook", "https://bot.example/", "--allow-remote-webhooks");
  await remote.waitForOutput(/webhook +https:\/\/bot\.example\/\n/);
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
    [["--port", port], /^botwire emulator: port \d+ is taken by another botwire emulator, of @botwire_bot: http:\/\/127\.0\.0\.1:\d+\/; choose another port with --port\n$/],
    [["--port", "x"], /--port: expected a number from 0 to 65535, got x/],
    [["--port", "65536"], /--port: expected a number from 0 to 65535, got 65536/],
    [["--host", "300.0.0.1", "--port", "0"], /^botwire emulator: /],
    ...["", "abc", "a b", "1:", "1:a b", "1:a/b", ":a", "1:é", "a:b"].map((token) => [["--token", token], /^botwire emulator: --token: expected digits, a colon and a secret, such as 1000001:AbC-123, .*\n$/]),
    [["--username", "no spaces"], /^botwire emulator: --username: expected letters, digits and underscores\n$/],
    [["--webhook", "http://bot.example/", "--port", "0", "--allow-remote-webhooks"], /on port 443, 80, 88 or 8443, or an http:\/\/ URL of this machine, got /],
    [["--cors", "*", "--port", "0"], /^botwire emulator: cors\[0\]: expected an origin such as "http:\/\/localhost:5173", got "\*"/],
    [["--allow-host", "a b", "--port", "0"], /^botwire emulator: hosts\[0\]: expected the name of a host/],
    [["--webhook", "https://bot.example/", "--port", "0"], /^botwire emulator: --webhook: Bad Request: webhooks go to this machine only/],
    [["--webhook", "nonsense", "--port", "0"], /^botwire emulator: --webhook: expected a URL such as http:\/\/127\.0\.0\.1:3000\/hook, got "nonsense"\n$/],
    [["--webhook", "foo.example/hook", "--port", "0"], /^botwire emulator: --webhook: expected a URL such as /],
    [["--answer", "setMyCommands"], /^botwire emulator: --answer: expected a method and its result as JSON, .*\n$/],
    [["--seed", "-1"], /--seed: expected a number from 0 to \d+, got -1|argument is ambiguous/],
    [["--nonsense"], /^botwire emulator: Unknown option '--nonsense'; --help lists the options\n$/],
    [["--help", "nonsense"], /^botwire emulator: unexpected argument "nonsense"; --help lists the options\n$/],
    [["--help", "actions", "extra"], /^botwire emulator: unexpected argument "extra"/],
  ]) {
    const failing = run(...parameters);
    assert.equal(await ended(failing), 1, parameters.join(" "));
    assert.match(failing.printed, expected);
    assert.doesNotMatch(failing.printed, /at .*\.js:\d+/);
  }
});

test("the help fits a screen of 80 columns, and explains the actions apart", async () => {
  const printed = async (...parameters) => {
    const command = run(...parameters);
    assert.equal(await ended(command), 0);
    return command.printed;
  };
  const help = await printed("--help");
  const fits = (text) => text.split("\n").every((line) => line.length <= 80);
  assert.match(help, /^Usage: botwire emulator \[options\] \[-- <command that starts your bot>\]\n/);
  assert.ok(fits(help), help);
  for (const option of [
    "port", "host", "token", "username", "seed", "webhook", "longest-poll", "cors", "watch", "allow-host", "allow-remote-webhooks", "compat", "strict", "quiet",
    "help",
  ]) assert.match(help, new RegExp(`^  --${option} `, "m"));
  const actions = await printed("--help", "actions");
  assert.ok(fits(actions));
  assert.match(actions, /^  leave chat \[user\]\n    Lets a user leave a chat\.$/m);
  assert.match(actions, /looks for the button in the last 50 messages, latest\nfirst, and then in the reply keyboard\./);
});

test("the program lists its commands and prints its version", async () => {
  const printed = async (...parameters) => {
    const program = botwire(parameters);
    return [await ended(program), program.printed];
  };
  const [code, list] = await printed();
  assert.equal(code, 0);
  assert.match(list, /^Usage: botwire <command> \[options\]\n\n {2}emulator +runs the bot messaging service/);
  assert.deepEqual(await printed("--help"), [0, list]);
  const { version } = JSON.parse(readFileSync(new URL(import.meta.resolve("botwire/package.json")), "utf8"));
  assert.deepEqual(await printed("--version"), [0, `${version}\n`]);
  for (const [name, kind] of [["emulate", "command"], ["--port", "option"], ["constructor", "command"], ["__proto__", "command"], ["", "command"]]) {
    const [failed, sentence] = await printed(name);
    assert.equal(failed, 1);
    assert.match(sentence, new RegExp(`^botwire: there is no ${kind} "${name}"; the commands are emulator`));
  }
});

test("both addresses of localhost are served", { skip: !hasIPv6() && "no IPv6" }, async () => {
  const [, port] = await run("--port", "0", "--token", TOKEN).waitForOutput(/base URL +\S+:(\d+)/);
  for (const host of ["127.0.0.1", "[::1]", "localhost"]) {
    assert.equal((await fetch(`http://${host}:${port}/bot${TOKEN}/getMe`)).status, 200, host);
  }
  const one = run("--port", "0", "--token", TOKEN, "--host", "127.0.0.1");
  const [, own] = await one.waitForOutput(/base URL +\S+:(\d+)/);
  await assert.rejects(fetch(`http://[::1]:${own}/`));
  // A program that has one of them has the port.
  const other = createServer().listen(0, "::1");
  await once(other, "listening");
  const taken = run("--port", String(other.address().port));
  assert.equal(await ended(taken), 1);
  assert.match(taken.printed, /^botwire emulator: port \d+ is taken/);
  other.close();
});

function hasIPv6() {
  return Object.values(networkInterfaces()).flat().some(({ address }) => address === "::1");
}

test("the studio is served with a strict policy, to this machine only", async () => {
  const [, studio] = await run("--port", "0", "--token", TOKEN).waitForOutput(/studio +(http:\/\/127\.0\.0\.1:\d+\/)\n/);
  const page = await fetch(studio);
  assert.equal(page.status, 200, "`cargo xtask build --whole` builds the studio");
  assert.equal(page.headers.get("content-encoding"), "gzip");
  assert.equal(page.headers.get("content-type"), "text/html; charset=utf-8");
  assert.match(page.headers.get("content-security-policy"), /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'$/);
  const html = await page.text();
  assert.ok(!/<script(?![^>]* src=)|<style| on\w+=/.test(html), html);
  const files = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path);
  assert.ok(files.length >= 3);
  for (const path of files) assert.equal((await fetch(new URL(path, studio))).status, 200, path);
  for (const path of ["/assets", "/assets/", "/../package.json", "/%2e%2e/package.json", "/assets/../../package.json"]) {
    const [response] = await once(get(studio, { path }), "response");
    assert.equal(response.resume().statusCode, 404, path);
  }
  assert.equal((await fetch(studio, { headers: { origin: "http://localhost:5173" } })).status, 403);
  assert.equal((await fetch(studio, { headers: { "sec-fetch-site": "cross-site" } })).status, 403);
});
