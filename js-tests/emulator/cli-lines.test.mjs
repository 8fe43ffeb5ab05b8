// The lines that the command `botwire emulator` prints: their content, and secrets that they must not contain.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ended, run, TOKEN } from "./command.mjs";

test("it says where it listens, and a line for each request, without the token", async () => {
  const command = run("--port", "0", "--token", TOKEN, "--username", "my_bot");
  const [, url] = await command.waitForOutput(/base URL +(\S+)/);
  const call = (path, init) => fetch(`${url}${path}`, init);
  const { result } = await (await call(`/bot${TOKEN}/getMe`)).json();
  assert.deepEqual(Object.keys(result), ["id", "is_bot", "first_name", "username"]);
  assert.equal(result.username, "my_bot");
  await command.waitForOutput(/^\d\d:\d\d:\d\d GET getMe \{\} 200 \d+ ms$/m);
  await call("/user/write", { method: "POST", body: "hi" });
  const text = `\u001b[31m${TOKEN}`;
  await call(`/bot${TOKEN}/sendMessage`, { method: "POST", body: new URLSearchParams({ chat_id: 2000001, text }) });
  await command.waitForOutput(/POST sendMessage .*"text":.* 200 \d+ ms$/m);
  await call("/bot88:wrongTokenOfAnother/getMe");
  await command.waitForOutput(/GET getMe \{\} 401 Unauthorized$/m);
  await call("/bot88:wrongTokenOfAnother/get%0AMe%1B");
  await call(`/file/bot${TOKEN}/none`);
  await command.waitForOutput(/GET none 404$/m);
  await call("/bot88:wrongTokenOfAnother/getMe?x=1", { method: "PUT" });
  await call("/bot88:wrongTokenOfAnother/a/b");
  await command.waitForOutput(/GET .* 404 Not Found \(calls go to \/bot<token>\/<method>; the base URL ends before \/bot\)$/m);
  await assert.rejects(fetch(`${url.replace("http:", "https:")}/bot${TOKEN}/getMe`));
  await command.waitForOutput(/GET https:\/\/127\.0\.0\.1:\d+\/ 404 Not Found \(this address has no TLS: write http:\/\/ instead of https:\/\/ in the base URL\)$/m);
  await command.waitForOutput(/PUT .* 405 Method Not Allowed$/m);
  await call(`/bot${TOKEN}/setWebhook?url=http://127.0.0.1:9/${TOKEN}`);
  await command.waitForOutput(/← message “hi” from Alice webhook fetch failed/m);
  const fault = (input) => call("/user/act/fault", { method: "POST", body: JSON.stringify({ times: 1, ...input }) });
  await fault({ kind: "cut_off" });
  await call(`/bot${TOKEN}/getMe`).then((answer) => assert.rejects(answer.text()));
  await command.waitForOutput(/GET getMe \{\} 200 \d+ ms \(fault cut_off\)$/m);
  await fault({ kind: "rate_limit", retry_after: 1 });
  await call(`/bot${TOKEN}/getMe`);
  await command.waitForOutput(/GET getMe \{\} 429 \d+ ms Too Many Requests: retry after 1 \(fault rate_limit\)$/m);
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
    Buffer.from(token).toString("base64"), token.toUpperCase(), token.replace(":", "=3A").replace("_", "=5F"),
  ];
  for (const form of forms) {
    const text = encodeURIComponent(form);
    await fetch(`${url}/bot${encodeURIComponent(token)}/sendMessage?chat_id=1&text=${text}`);
    await fetch(`${url}/bot${encodeURIComponent(token)}/${text}`);
    await fetch(`${url}/other/${text}`);
    await fetch(`${url}/bot${text}/a/b`);
  }
  await fetch(`${url}/user/write`, { method: "POST", body: secret });
  await command.waitForOutput(/← message “<token>” from Alice webhook fetch failed/m);
  const lines = command.printed.split("\n").filter((line) => /^\d\d:/.test(line));
  assert.equal(lines.filter((line) => /<token>|\(withheld: /.test(line)).length, 4 * forms.length + 2, command.printed);
  assert.doesNotMatch(command.printed, /AAbb|DDee|hhII|QUFi|CC_DD/i);
});

test("a printed line has no character that hides, turns or breaks the text", async () => {
  const command = run("--port", "0", "--token", TOKEN);
  const [, url] = await command.waitForOutput(/base URL +(\S+)/);
  const letters = ["\u202e", "\u2066", "\u2028", "\u2029", "\u{e0041}", "\u{e0001}", "\u200b", "\u200d", "\u00ad", "\u034f", "\u061c", "\u115f", "\u3164", "\ufe0f", "\ufeff", "\u009b", "\u007f", "\u2800"];
  for (const letter of letters) {
    await fetch(`${url}/bot${TOKEN}/sendMessage?chat_id=1&text=a${encodeURIComponent(letter)}b`);
    await fetch(`${url}/other/a${encodeURIComponent(letter)}b`);
  }
  await fetch(`${url}/bot${TOKEN}/setWebhook?url=http://127.0.0.1:9/`);
  await fetch(`${url}/user/write`, { method: "POST", body: `last${letters.join("")}` });
  await command.waitForOutput(/← message .*last.* fetch failed/);
  assert.doesNotMatch(command.printed, /(?!\n)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u);
  for (const letter of letters) assert.ok(command.printed.includes(`a\\u{${letter.codePointAt(0).toString(16)}}b`), letter.codePointAt(0).toString(16));
});

test("a line notes a blank text, and the start hints at --compat", async () => {
  const command = run("--port", "0", "--token", TOKEN);
  const [, url] = await command.waitForOutput(/base URL +(\S+)/);
  await command.waitForOutput(/A client written for a later interface may need --compat\./);
  const { result } = await (await fetch(`${url}/user/write`, { method: "POST", body: "hi" })).json();
  for (const text of ["", "  \n", "<b></b>", "x"]) {
    await fetch(`${url}/bot${TOKEN}/sendMessage`, { method: "POST", body: new URLSearchParams({ chat_id: result.chat.id, text, parse_mode: "HTML" }) });
  }
  await command.waitForOutput(/"text":"x".* 200 \d+ ms$/m);
  await fetch(`${url}/bot${TOKEN}/editMessageText?chat_id=${result.chat.id}&message_id=2&text=y`);
  await command.waitForOutput(/editMessageText .* 200 \d+ ms$/m);
  assert.equal(command.printed.match(/ 200 \d+ ms \(blank text, which services are reported to refuse\)$/gm).length, 3, command.printed);
  const compat = run("--port", "0", "--token", TOKEN, "--compat");
  await compat.waitForOutput(/user\/messages\n/);
  assert.doesNotMatch(compat.printed, /may need/);
});

test("it prints a line for each request after a reset, too", async () => {
  const command = run("--port", "0", "--token", TOKEN);
  const [, url] = await command.waitForOutput(/base URL +(\S+)/);
  for (let count = 0; count < 3; count++) await fetch(`${url}/bot${TOKEN}/getMe`);
  await command.waitForOutput(/(GET getMe[^]*){3}/);
  await fetch(`${url}/user/reset`, { method: "POST" });
  await fetch(`${url}/bot${TOKEN}/getChat`);
  await command.waitForOutput(/GET getChat \{\} 400/);
});
