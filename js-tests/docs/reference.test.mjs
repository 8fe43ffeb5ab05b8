// Each example of a method in the reference runs against the service as it was when the page was rendered. The request and
// the response are those that the page prints.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isDeepStrictEqual, promisify } from "node:util";
import { transform } from "esbuild";
import { methods } from "../support/spec.mjs";
import { root } from "../support/target.mjs";
import { blocks } from "./blocks.mjs";
import { project, put } from "./project.mjs";

const run = promisify(execFile);
const EXAMPLES = join(root, "docs/reference/examples");

const pageOf = (method) => `docs/reference/methods/${method}.md`;
const blockOf = (method, language) => blocks(language).find(({ page }) => page === pageOf(method)).code;

/** Runs an example on the snapshot of its method. Prints the request and the response. */
const PROGRAM = `
import { readFileSync } from "node:fs";
import { Bot as TheBot } from "botwire";
import { createEmulator } from "botwire/emulator";

const seen = {};
async function run(method, example) {
  const service = createEmulator({ snapshot: new Uint8Array(readFileSync(\`${EXAMPLES}/\${method}.snapshot\`)), now: () => 1_790_000_000_000 });
  const exchange = (seen[method] = {});
  const recorded = async (url, init) => {
    const request = new Request(url, { ...init, duplex: "half" });
    exchange.type = request.headers.get("content-type") ?? "";
    exchange.url = new URL(request.url).pathname.replace(service.token, "<token>");
    const copy = request.clone();
    if (exchange.type.startsWith("multipart/")) exchange.form = await Promise.all([...(await copy.formData())].map(async ([name, value]) =>
      [name, typeof value === "string" ? value : { name: value.name, type: value.type, size: value.size }]));
    else exchange.body = await copy.text();
    const response = await service.fetch(request);
    exchange.response = await response.clone().json();
    return response;
  };
  class Bot extends TheBot {
    constructor(options) {
      super({ ...options, fetch: recorded });
    }
  }
  const site = async (url) => new Response(readFileSync("${EXAMPLES}/" + new URL(url).pathname.slice(1)), { headers: { "content-type": TYPES[/[^.]*$/.exec(url)] } });
  await example(Bot, site).catch((error) => (exchange.error = String(error.stack)));
  await service.close?.();
}
const TYPES = { png: "image/png", webp: "image/webp", pdf: "application/pdf", mp3: "audio/mpeg", mp4: "video/mp4", ogg: "audio/ogg" };
`;

async function exchanges() {
  const calls = blocks("ts").filter(({ page }) => page.startsWith("docs/reference/methods/"));
  assert.equal(calls.length, Object.keys(methods).length);
  const folder = project("reference");
  const runs = await Promise.all(calls.map(async ({ page, code }) => {
    const method = /([A-Za-z]+)\.md$/.exec(page)[1];
    const { code: body } = await transform(`async (Bot, fetch) => {${code.replace(/^import .*$/gm, "")}}`, { loader: "ts", target: "es2022" });
    return `await run(${JSON.stringify(method)}, ${body.trim().replace(/;$/, "")});`;
  }));
  const file = put(folder, "calls.mjs", `${PROGRAM}\n${runs.join("\n")}\nconsole.log(JSON.stringify(seen));`);
  const { stdout } = await run(process.execPath, [file], { maxBuffer: 1 << 26 });
  return JSON.parse(stdout);
}

/** The request that a page prints. */
function printed(text) {
  const [head, body = ""] = text.split(/\n\n([\s\S]*)/);
  const [line, ...headers] = head.trim().split("\n");
  const [, url] = /^POST (\S+)$/.exec(line);
  const type = headers.map((header) => /^content-type: (.*)$/.exec(header)?.[1]).find(Boolean) ?? "";
  if (!type.startsWith("multipart/")) return { url, type, ...(body === "" ? {} : { body: JSON.parse(body) }) };
  const form = body.split(/^--limit(?:--)?$/m).slice(1, -1).map((part) => {
    const [, head, content] = /^\n([\s\S]*?)\n\n([\s\S]*)\n$/.exec(part);
    const [, name, file] = /name="([^"]*)"(?:; filename="([^"]*)")?/.exec(head);
    const size = file && readFileSync(join(EXAMPLES, file)).length;
    return [name, file === undefined ? content : { name: file, type: /^content-type: (.*)$/m.exec(head)[1], size }];
  });
  return { url, type: "multipart/form-data", form };
}

/** A form whose values in JSON are parsed, with one name for each attached file. */
const readable = (form) => form.map(([name, value]) => {
  if (typeof value !== "string") return [value.name, value];
  return [name, /^[[{]/.test(value) ? JSON.parse(value.replace(/attach:\/\/[^"]*/g, "attach://file")) : value];
}).sort(([name], [other]) => (name < other ? -1 : 1));

test("each example of a method makes the request that its page prints, and gets the response that it prints", async () => {
  const seen = await exchanges();
  assert.deepEqual(Object.keys(seen).sort(), Object.keys(methods).sort());
  for (const [method, exchange] of Object.entries(seen)) {
    assert.equal(exchange.error, undefined, method);
    const expected = printed(blockOf(method, "http"));
    assert.equal(exchange.url, expected.url, method);
    assert.equal(exchange.type.split(";")[0], expected.type, method);
    if (expected.form) assert.deepEqual(readable(exchange.form), readable(expected.form), method);
    else if (expected.body) assert.deepEqual(JSON.parse(exchange.body), expected.body, method);
    assert.deepEqual(exchange.response, JSON.parse(blockOf(method, "json")), method);
  }
});

test("each method that uploads a file shows an upload", () => {
  const uploads = Object.entries(methods).filter(([, { params }]) => Object.values(params).some(({ type, required }) => required && /InputFile|InputMedia/.test(type)));
  assert.ok(uploads.length > 9, `${uploads.length} methods`);
  for (const [method] of uploads.filter(([name]) => name !== "answerInlineQuery")) {
    assert.match(blockOf(method, "ts"), /data: \w+, name: "/, method);
    assert.match(blockOf(method, "rust"), /InputFile::bytes/, method);
    assert.match(blockOf(method, "http"), /filename="/, method);
  }
});

/** Makes the calls that only the pages of types show, each on its snapshot. Prints the responses. */
const MORE = `
import { readFileSync } from "node:fs";
import { createEmulator } from "botwire/emulator";

const seen = [];
for (const { method, parameters, snapshot } of JSON.parse(readFileSync("${EXAMPLES}/more.json", "utf8"))) {
  const service = createEmulator({ snapshot: new Uint8Array(readFileSync(\`${EXAMPLES}/\${snapshot}\`)), now: () => 1_790_000_000_000 });
  const body = JSON.stringify(parameters);
  const request = new Request(\`\${service.baseUrl}/bot\${service.token}/\${method}\`, { method: "POST", headers: { "content-type": "application/json" }, body });
  seen.push(await (await service.fetch(request)).json());
}
console.log(JSON.stringify(seen));
`;

/** Returns true if a value contains another one at any depth. */
const contains = (value, part) =>
  isDeepStrictEqual(value, part) || (typeof value === "object" && value !== null && Object.values(value).some((inner) => contains(inner, part)));

test("the page of each type shows a value that the service returned or accepted", async () => {
  const more = JSON.parse(readFileSync(join(EXAMPLES, "more.json"), "utf8"));
  const { stdout } = await run(process.execPath, [put(project("reference-more"), "calls.mjs", MORE)], { maxBuffer: 1 << 26 });
  assert.deepEqual(JSON.parse(stdout), more.map(({ response }) => response));
  const refused = more.filter(({ response }) => !response.ok).map(({ response }) => response.error_code);
  assert.deepEqual(refused, [429], "the service carries out the others");

  // The test above asks for what the pages of methods print.
  const request = (method) => {
    const { form, body } = printed(blockOf(method, "http"));
    return form ? Object.fromEntries(readable(form)) : (body ?? {});
  };
  const received = (method) => [JSON.parse(blockOf(method, "json")), ...more.filter((call) => call.method === method).map(({ response }) => response)];
  const sent = (method) => [request(method), ...more.filter((call) => call.method === method && call.response.ok).map(({ parameters }) => parameters)];

  const shown = blocks("json").filter(({ page }) => page.startsWith("docs/reference/types/"));
  assert.ok(shown.length >= 70, `${shown.length} types`);
  for (const { page, code } of shown) {
    const [, verb, method] = /^The emulator (returned|accepted) this value in a (?:response|call) of \[`(\w+)`\]/m.exec(readFileSync(join(root, page), "utf8")) ?? [];
    assert.ok(method, `${page} says where its value is from`);
    const calls = verb === "returned" ? received(method) : sent(method);
    assert.ok(calls.some((call) => contains(call, JSON.parse(code))), `${page}: a call of ${method} contains ${code}`);
  }
});
