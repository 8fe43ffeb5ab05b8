// Random calls, valid or not by openapi.json: no server error, no hang, and every response is a fitting envelope.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import Ajv from "ajv/dist/2020.js";
import fc from "fast-check";

import { methods as specified } from "../support/spec.mjs";
import { UPLOAD, Values, anything } from "./schema-values.mjs";
import { fresh, world } from "./property-world.mjs";

const RUNS = 200;
const api = JSON.parse(readFileSync(fileURLToPath(import.meta.resolve("botwire/openapi.json")), "utf8"));
const ajv = new Ajv({ strict: false, validateFormats: false });
ajv.addSchema({ $id: "api", components: api.components });

/** The check of a schema of the document. */
function checked(schema) {
  return ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components')));
}

const failure = checked({ $ref: "#/components/schemas/Failure" });
const type = "application/json";

/** The header of a png of 512 by 512 pixels. */
const PNG = Buffer.from("89504e470d0a1a0a0000000d494844520000020000000200", "hex");

/** The request of a call in an encoding. */
function request(method, parameters, encoding) {
  const fields = Object.entries(parameters).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]);
  const post = (headers, body) => [`/${method}`, { method: "POST", headers, body }];
  switch (encoding) {
    case "json":
      return post({ "content-type": type }, JSON.stringify(parameters));
    case "query":
      return [`/${method.toUpperCase()}?${new URLSearchParams(fields)}`, {}];
    case "multipart": {
      const form = new FormData();
      for (const [name, value] of fields) form.set(name, value === UPLOAD ? new Blob([PNG]) : value);
      return post({}, form);
    }
    default:
      return post({ "content-type": "application/x-www-form-urlencoded" }, String(new URLSearchParams(fields)));
  }
}

/** Sends a request and checks its answer; whether the call succeeded. */
async function fits({ emulator }, [path, init], success) {
  const response = await emulator.fetch(`${emulator.baseUrl}/bot${emulator.token}${path}`, init);
  assert.ok(response.status < 500, `status ${response.status}`);
  assert.equal(response.headers.get("content-type"), type);
  const envelope = await response.json();
  assert.equal(response.status, envelope.ok ? 200 : envelope.error_code);
  const check = envelope.ok ? success : failure;
  assert.ok(check(envelope), `${JSON.stringify(check.errors)} of ${JSON.stringify(envelope)}`);
  return envelope.ok;
}

test("every method, in each encoding, with what fits and what does not", async (t) => {
  const there = await world();
  const values = new Values(api, there.known);
  const encodings = fc.constantFrom("json", "form", "query", "multipart");
  const methods = Object.entries(api.paths).map(([path, { post }]) => [path.split("/").at(-1), post]);
  assert.equal(methods.length, Object.keys(specified).length);
  const never = [];
  for (const [method, { requestBody, responses }] of methods) {
    const success = checked(responses["200"].content[type].schema);
    const { schema } = requestBody?.content["multipart/form-data"] ?? requestBody?.content[type] ?? { schema: { type: "object" } };
    const parameters = values.parameters(values.resolved(schema));
    // Each method starts with a fresh world, and so does each call of a method that ends something.
    const ends = /^(leave|kick|setWebhook|answer|stop)/.test(method);
    let world = await fresh(there);
    let succeeded = 0;
    const property = fc.asyncProperty(parameters, encodings, async (input, encoding) => {
      const done = await fits(world, request(method, input, encoding), success);
      succeeded += Number(done);
      if (!done || !ends) return;
      world.emulator.close();
      world = await fresh(there);
    });
    await t.test(method, () => fc.assert(property, { seed: 1, numRuns: RUNS, endOnFailure: true }));
    world.emulator.close();
    if (succeeded === 0) never.push(method);
  }
  there.emulator.close();
  // No chat of the world has a set of stickers.
  assert.deepEqual(never, ["deleteChatStickerSet"]);
});

test("methods one after another in one world", async () => {
  const there = await world();
  const values = new Values(api, there.known);
  const methods = Object.entries(api.paths).map(([path, { post: { requestBody, responses } }]) => {
    const { schema } = requestBody?.content["multipart/form-data"] ?? requestBody?.content[type] ?? { schema: { type: "object" } };
    const call = fc.record({ method: fc.constant(path.split("/").at(-1)), parameters: values.parameters(values.resolved(schema)) });
    const success = checked(responses["200"].content[type].schema);
    return call.map((call) => ({ ...call, success }));
  });
  // A bot that has left its chats can do little else.
  const calls = fc.oneof(...methods).filter(({ method }) => method !== "leaveChat");
  const property = fc.asyncProperty(calls, async ({ method, parameters, success }) => {
    await fits(there, request(method, parameters, "multipart"), success);
  });
  await fc.assert(property, { seed: 2, numRuns: 2000, endOnFailure: true });
  there.emulator.close();
});

test("whatever the bytes, the type and the path", async () => {
  const there = await world();
  const types = fc.constantFrom(type, "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "multipart/form-data", "text/plain", "application/json; charset=utf-16");
  const around = (bytes) => Buffer.concat([Buffer.from('--x\r\nContent-Disposition: form-data; name="photo"; filename="p"\r\n\r\n'), bytes, Buffer.from("\r\n--x--")]);
  const bodies = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.uint8Array({ maxLength: 60 }).map(around),
    anything().map((value) => new TextEncoder().encode(JSON.stringify(value))),
    fc.integer({ min: 1, max: 300 }).map((depth) => new TextEncoder().encode(`{"text":${"[".repeat(depth)}`)),
  );
  const paths = fc.oneof(fc.constantFrom("/sendPhoto?chat_id=7", "/setChatPhoto", "/sendMediaGroup", "/SENDMESSAGE", "/getMe", "/nothing"), fc.webPath().map((path) => `/${path}`));
  const any = checked({ type: "object", required: ["ok", "result"] });
  const property = fc.asyncProperty(paths, types, bodies, async (path, contentType, body) => {
    await fits(there, [path, { method: "POST", headers: { "content-type": contentType }, body }], any);
  });
  await fc.assert(property, { seed: 1, numRuns: 1000, endOnFailure: true });
  there.emulator.close();
});
