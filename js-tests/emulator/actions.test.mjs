// The actions of users: each by its name and fields, as the help of the command lists them.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { createEmulator, serve } from "botwire/emulator";

const COMMAND = fileURLToPath(new URL("command/main.js", import.meta.resolve("botwire/package.json")));

/** The actions that the help lists: the name of each, and whether each of its fields may be absent. */
function listed() {
  const help = execFileSync(process.execPath, [COMMAND, "emulator", "--help", "actions"], { encoding: "utf8" });
  const [, actions] = help.split("Fields in brackets are optional.\n\n");
  const lines = actions.split("\n\n")[0].replaceAll(/\n {6}/g, " ").split("\n");
  // Lines with four spaces explain the action.
  return lines.filter((line) => /^ {2}\S/.test(line)).map((line) => {
    const [name, ...fields] = line.trim().split(" ");
    return { name, fields: fields.map((field) => ({ field: field.replaceAll(/[[\]]/g, ""), optional: field.startsWith("[") })) };
  });
}

const ACTIONS = listed();
let emulator;
let server;

before(async () => {
  emulator = createEmulator({ seed: 1 });
  emulator.user({ id: 7 });
  server = await serve(emulator, { port: 0 });
});

after(async () => {
  await server.close();
  emulator.close();
});

/** Why JavaScript is refused an action: the message of a real Error. */
function refusal(name, params) {
  try {
    emulator.act(name, params);
  } catch (error) {
    assert.ok(error instanceof Error && error.constructor === Error, `${name}: ${String(error)}`);
    return error.message;
  }
  return undefined;
}

/** Why an HTTP client is refused it. */
async function refusalOverHttp(name, params) {
  const response = await fetch(`${server.url}/user/act/${name}`, { method: "POST", body: JSON.stringify(params) });
  const { ok, error_code, description } = await response.json();
  assert.deepEqual([response.status, error_code], ok ? [200, undefined] : [400, 400], name);
  return description;
}

async function refusals(name, params) {
  // Without a valid token, the bot would be refused before its fields are checked.
  return [refusal(name, params), await refusalOverHttp(name, name === "add_bot" ? { token: "9:nine", ...params } : params)];
}

test("the help lists each action that an unknown one is answered with", async () => {
  const names = ACTIONS.map(({ name }) => name).join(", ");
  const message = `Bad Request: unknown act: nothing; there are ${names}`;
  assert.deepEqual(await refusals("nothing", {}), [message, message]);
  assert.ok(ACTIONS.length > 40 && ACTIONS.some(({ name }) => name === "press"));
});

test("a misspelt field names the action, the field and the known ones", async () => {
  for (const { name, fields } of ACTIONS) {
    const known = fields.length === 0 ? "(none)" : fields.map(({ field }) => field).join(", ");
    const message = `Bad Request: ${name}.misspelt: expected one of the fields ${known}, got an unknown field`;
    assert.deepEqual(await refusals(name, { misspelt: 5 }), [message, message]);
  }
});

test("an action without a user is that of the first one, and gives the same in JavaScript and over HTTP", async () => {
  const own = emulator.act("write", { text: "hello" });
  assert.deepEqual([own.from.id, own.text], [7, "hello"]);
  const response = await fetch(`${server.url}/user/act/messages`, { method: "POST", body: "{}" });
  assert.deepEqual((await response.json()).result, emulator.act("messages"));
  assert.equal(emulator.act("keyboard"), null);
});
