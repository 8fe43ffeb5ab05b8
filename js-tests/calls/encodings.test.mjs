// Every method arrives unchanged in every encoding it allows, with all parameters and with only the required ones.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { WAYS, assertArrived, hasFile, wayName } from "../support/arrival.mjs";
import { recorded } from "../support/recorded.mjs";
import { ok } from "../support/recorder.mjs";
import { everything, onlyRequired } from "../support/samples.mjs";
import { enumerated, kind, methods, types } from "../support/spec.mjs";

const { service, botWith } = await recorded(ok({ some: "result" }));

const SETS = { "everything set": everything, "only what is required": onlyRequired };
assert.ok(Object.keys(methods).length > 0);

for (const way of WAYS) {
  describe(wayName(way), () => {
    for (const [what, samples] of Object.entries(SETS)) {
      for (const method of Object.keys(methods)) {
        // A file forces multipart, regardless of the requested encoding: see files.test.mjs.
        const possible = samples(method).filter((params) => way.encoding === "multipart" || !hasFile(params));
        if (possible.length > 0) test(`${method}, ${what}`, () => sendAll(method, possible, way));
      }
    }
  });
}

async function sendAll(method, samples, way) {
  const bot = botWith({ ...way });
  for (const params of samples) {
    service.clear();
    const result = Object.keys(params).length === 0 && way.encoding === "json" ? await bot[method]() : await bot[method](params);
    assert.deepEqual(result, { some: "result" });
    await assertArrived(service.only, method, params, way);
  }
}

test("an encoding of the call goes before that of the bot", async () => {
  const bot = botWith({ encoding: "json" });
  for (const way of WAYS.filter(({ httpMethod }) => httpMethod === "POST")) {
    service.clear();
    await bot.sendMessage({ chat_id: 1, text: "a" }, { encoding: way.encoding });
    await assertArrived(service.only, "sendMessage", { chat_id: 1, text: "a" }, way);
  }
});

test("the samples hold every parameter, every kind of object and every listed value", () => {
  const sent = Object.keys(methods).flatMap((method) => everything(method).map((params) => ({ method, params })));
  for (const [method, { params }] of Object.entries(methods)) {
    const own = sent.filter((sample) => sample.method === method).map((sample) => sample.params);
    for (const [name, { type }] of Object.entries(params)) {
      assert.ok(own.some((sample) => name in sample), `${method}.${name}`);
      for (const value of enumerated(`${method}.${name}`) ?? []) {
        assert.ok(own.some((sample) => [sample[name]].flat().includes(value)), `${method}.${name}: ${value}`);
      }
      assertVariants(type, own.map((sample) => sample[name]), `${method}.${name}`);
    }
  }
});

/** Each object of a union was sent: one sample has all fields that the object requires and its fixed ones. */
function assertVariants(type, values, where) {
  const { array, oneOf = [] } = kind(type);
  if (array) return assertVariants(array, values.flat(), where);
  for (const name of oneOf) {
    const fields = Object.entries(types[name].fields);
    const found = values.some((value) => value && fields.every(([field]) => field in value));
    assert.ok(found, `${where}: ${name} with everything set`);
  }
}
