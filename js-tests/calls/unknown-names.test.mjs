// Values that the spec does not define pass: unknown methods and parameters, any case, unchanged results, exact
// identifiers.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { METHOD_NAMES } from "botwire";
import { WAYS, assertArrived, wayName } from "../support/arrival.mjs";
import { recorded } from "../support/recorded.mjs";
import { TOKEN, ok } from "../support/recorder.mjs";
import { HARD, onlyRequired } from "../support/samples.mjs";
import { methods } from "../support/spec.mjs";

const { service, botWith } = await recorded(ok());

describe("unknown methods and parameters", () => {
  const unknown = {
    number: -1.5e-7,
    text: HARD,
    yes: true,
    no: false,
    list: [1, ["a"], {}],
    object: { a: { b: [] } },
    empty: "",
  };
  for (const way of WAYS) {
    test(`arrive as they are, ${wayName(way)}`, async () => {
      const bot = botWith(way);
      for (const [method, params] of [["sendPoll", unknown], ["sendMessage", { chat_id: 1, text: "a", ...unknown }]]) {
        service.clear();
        await bot.call(method, params);
        await assertArrived(service.only, method, params, way);
      }
    });
  }
  test("an unknown method without parameters", async () => {
    service.clear();
    await botWith().call("logOut");
    assert.equal(service.only.name, "logOut");
    assert.deepEqual(service.only.params, {});
  });
  test("a key that an object inherits is sent when it is own, and not when it is inherited", async () => {
    service.clear();
    const params = JSON.parse('{"chat_id":1,"text":"a","__proto__":{"x":1},"constructor":"c","hasOwnProperty":2}');
    await botWith().call("sendMessage", Object.assign(Object.create({ inherited: 1 }), params, JSON.parse("{}")));
    assert.equal("inherited" in service.only.params, false);
    service.clear();
    await botWith().call("sendMessage", params);
    assert.equal(JSON.stringify(service.only.params), JSON.stringify(params));
  });
});

describe("names of methods", () => {
  for (const method of Object.keys(methods)) {
    test(`${method} in any case is checked and sent`, async () => {
      const sample = onlyRequired(method)[0];
      for (const name of [method.toLowerCase(), method.toUpperCase()]) {
        service.clear();
        await botWith().call(name, sample);
        assert.equal(service.only.name.toLowerCase(), method.toLowerCase());
        const required = Object.keys(sample)[0];
        if (!required) continue;
        const error = await botWith().call(name, { ...sample, [required]: [] }).catch((caught) => caught);
        assert.equal(error.kind, "validation");
        assert.equal(error.method, method);
      }
    });
  }
  test("the list of them, by which the engine knows them, stays in its order", async () => {
    assert.throws(() => METHOD_NAMES.sort(), TypeError);
    await botWith().sendMessage({ chat_id: 1, text: "a" });
  });
  for (const name of ["", "a/b", "../getMe", "getMe?x=1", "a#b", "a b", "ä", "%2e%2e"]) {
    test(`${JSON.stringify(name)} cannot leave its place in the URL`, async () => {
      service.clear();
      const error = await botWith().call(name).then(() => undefined, (caught) => caught);
      if (error) assert.equal(error.kind, "validation");
      else assert.ok(service.only.path.startsWith(`/bot${TOKEN}/`) && service.only.name !== undefined, service.only.path);
    });
  }
});

describe("null and undefined", () => {
  for (const way of WAYS) {
    test(`are never sent, ${wayName(way)}`, async () => {
      service.clear();
      await botWith(way).sendMessage({
        chat_id: 1,
        text: "a",
        parse_mode: undefined,
        reply_to_message_id: null,
        unknown: null,
        reply_markup: { force_reply: true, selective: undefined, unknown: null, deep: { a: null } },
      });
      const sent = { chat_id: 1, text: "a", reply_markup: { force_reply: true, deep: {} } };
      await assertArrived(service.only, "sendMessage", sent, way);
    });
  }
  test("do not replace a required parameter", async () => {
    for (const text of [null, undefined]) {
      const error = await botWith().call("sendMessage", { chat_id: 1, text }).catch((caught) => caught);
      assert.deepEqual([error.kind, error.path, error.received], ["validation", "text", "nothing"]);
    }
  });
});

describe("results", () => {
  const results = [
    0,
    1,
    "",
    "text",
    true,
    null,
    [],
    {},
    { message_id: 1, new_field: { a: [1.5, null] } },
    [{ update_id: 1, poll: {} }],
    { __proto__: null, a: "\ud83d\ude00" },
  ];
  for (const result of results) {
    test(`${JSON.stringify(result)} comes back as it was sent`, async () => {
      service.answer(ok(result));
      assert.equal(JSON.stringify(await botWith().getChat({ chat_id: 1 })), JSON.stringify(result));
      service.answer(ok());
    });
  }
});
