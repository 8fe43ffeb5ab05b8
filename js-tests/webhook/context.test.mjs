// The context of a handler: spread, extended, and shown without the token.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { inspect } from "node:util";
import { inOrder } from "botwire";
import { TOKEN, ok } from "../support/recorder.mjs";
import { storeWith } from "../support/stores.mjs";
import { assertHidden } from "../support/secrets.mjs";
import { host, post } from "../support/deliveries.mjs";
import { deliverLate, make, service } from "./service.mjs";

/** Values that a handler may pass on in place of its context. */
const COPIES = {
  itself: (context) => context,
  "a copy": (context) => ({ ...context }),
  "an extended one": (context) => context.with({ session: 5 }),
  "an extended copy": (context) => ({ ...context }).with({ session: 5 }),
  "a copy of an extended one": (context) => ({ ...context.with({ session: 5 }) }),
  "an object made of it": (context) => Object.create(context),
};
const NAMES = ["answer", "bot", "env", "isLate", "request", "signal", "update", "updateKind", "waitUntil", "with"];

for (const [what, copy] of Object.entries(COPIES)) {
  describe(what, () => {
    test("has all that the context has", async () => {
      let seen;
      const platform = host();
      await make((_, context) => void (seen = [context, copy(context)]))(post(), { KEY: 1 }, platform);
      const [context, copied] = seen;
      for (const name of NAMES.filter((field) => field !== "isLate")) assert.equal(copied[name], context[name], name);
      assert.equal(copied.isLate, false);
      assert.deepEqual(Object.keys(context).sort(), NAMES);
      assert.deepEqual([copied.env, copied.updateKind, copied.signal.aborted], [{ KEY: 1 }, "message", false]);
      for (const shown of [inspect(copied, { depth: 9, showHidden: true }), JSON.stringify(copied)]) assertHidden(shown, TOKEN, "a context");
    });
    test("keeps the turn of its chat until its late call is answered", async () => {
      const asked = [];
      const store = storeWith({ claim: (key) => (asked.push(`claim ${key}`), { owner: "1" }), release: () => asked.push("release") });
      service.answer(({ name }) => (asked.push(name), ok()));
      const late = async (later) => (await later, { method: "sendMessage", chat_id: 7, text: "late" });
      const response = await deliverLate((update, context, later) => inOrder({ store }, () => late(later))(update, copy(context)), post());
      assert.equal(await response.text(), "");
      assert.deepEqual(asked, ["claim 110201543:turn:7", "sendMessage", "release"]);
    });
  });
}

test("an extended context tells when it is late, also one that was extended twice", async () => {
  const observed = [];
  await deliverLate(async (_, context, later) => {
    const once = context.with({ a: 1 });
    const both = once.with({ b: 2, a: 3 });
    const isLate = () => [context.isLate, once.isLate, both.isLate];
    observed.push(isLate(), [once.a, both.a, both.b]);
    await later;
    observed.push(isLate());
  }, post());
  assert.deepEqual(observed, [[false, false, false], [1, 3, 2], [true, true, true]]);
});

test("the update of a context is found by another copy of the package", async () => {
  let context;
  await make((_, received) => void (context = received))(post());
  for (const copy of Object.values(COPIES)) assert.equal(copy(context)[Symbol.for("botwire.context")]().context, context);
});

test("all that a context has can be replaced, as mocks do", async () => {
  const seen = [];
  await make((_, context) => void seen.push(context, context.with({ session: 5 })))(post());
  for (const context of seen) {
    for (const name of NAMES) {
      Object.defineProperty(context, name, { value: "mine" });
      assert.equal(context[name], "mine");
    }
  }
});

test("what a context is extended by goes before what it has", async () => {
  const signal = AbortSignal.abort();
  const seen = [];
  await make((_, context) => void seen.push(context.with({ signal, env: 5 }), context))(post(), { KEY: 1 });
  assert.deepEqual([seen[0].signal, seen[0].env], [signal, 5]);
  assert.deepEqual([seen[1].signal.aborted, seen[1].env], [false, { KEY: 1 }]);
});
