// The bytes of each method in each encoding match tests/vectors/wire.json, as those of the Rust client do:
// tests/wire_bytes.rs. `UPDATE=1` writes the output of this package.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Bot } from "botwire";
import { TOKEN } from "../support/recorder.mjs";
import { hasFile } from "../support/arrival.mjs";
import { everything, onlyRequired } from "../support/samples.mjs";
import { methods } from "../support/spec.mjs";

const FILE = new URL("../../tests/vectors/wire.json", import.meta.url);
const schema = JSON.parse(readFileSync(fileURLToPath(import.meta.resolve("botwire/schema.json")), "utf8"));
/** Maximum length of the parameters, to keep the vectors small. */
const LONGEST = 6000;
const ordered = (method, params) => Object.fromEntries(schema.methods[method].params.filter(({ name }) => name in params).map(({ name }) => [name, params[name]]));
const vectors = JSON.parse(readFileSync(FILE, "utf8"));
const made = [];

/** Returns the text of the body, or the fields of the form in order. */
async function sent(method, params, encoding) {
  let body;
  let type;
  const fetch = async (url, init) => {
    body = init.body;
    type = new Headers(init.headers).get("content-type");
    assert.equal(new URL(url).pathname, `/bot${TOKEN}/${method}`);
    return new Response('{"ok":true,"result":true}');
  };
  await new Bot({ baseUrl: "https://service.example", token: TOKEN, encoding, fetch })[method](params);
  if (encoding !== "multipart") return typeof body === "string" ? body : body === undefined || body === null ? "" : new TextDecoder().decode(body);
  const form = await new Response(body, type === null ? {} : { headers: { "content-type": type } }).formData();
  return [...form];
}

for (const method of Object.keys(methods)) {
  test(method, async () => {
    const usable = (all) => all.filter((params) => !hasFile(params) && Object.keys(params).length > 0 && JSON.stringify(params).length < LONGEST);
    // Members go out in the order of the caller: here in that of the tables, as Rust writes them.
    const samples = [...usable(everything(method)).slice(0, 2), ...usable(onlyRequired(method)).slice(0, 1)].map((params) => ordered(method, params));
    for (const params of samples) {
      made.push({
        method,
        params,
        json: await sent(method, params, "json"),
        form: await sent(method, params, "form"),
        parts: await sent(method, params, "multipart"),
      });
    }
    if (process.env.UPDATE === undefined) assert.deepEqual(made.filter((vector) => vector.method === method), vectors.filter((vector) => vector.method === method));
  });
}

after(() => {
  if (process.env.UPDATE !== undefined) writeFileSync(FILE, `[\n${made.map((vector) => JSON.stringify(vector)).join(",\n")}\n]\n`);
});
