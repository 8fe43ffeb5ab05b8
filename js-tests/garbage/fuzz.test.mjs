// Right parameters with garbage put in at random: a fault with a path, the first of validate(), or a call. Seeded, so repeatable.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Bot, validate } from "botwire";
import { mulberry32 } from "../support/random.mjs";
import { everything } from "../support/samples.mjs";
import { methods } from "../support/spec.mjs";
import { works } from "./instance.mjs";
import { settled } from "./outcome.mjs";
import { ODD_VALUES } from "../support/odd-values.mjs";

const ROUNDS = 4_000;
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);

// Large values are slow, and the other suite tries them often enough.
const names = Object.keys(ODD_VALUES).filter((name) => !/200 kB|100,000|2,000|globalThis/.test(name));
const samples = Object.keys(methods).flatMap((method) => everything(method).map((params) => ({ method, params })));

/** Puts the value at a random place of a copy. Returns the copy and the place. */
function spoiled(params, value, random) {
  const copy = (source) =>
    Array.isArray(source)
      ? source.map(copy)
      : source?.constructor === Object
        ? Object.fromEntries(Object.entries(source).map(([key, inner]) => [key, copy(inner)]))
        : source;
  const root = { params: copy(params) };
  let holder = root;
  let key = "params";
  const path = [];
  while (random() < 0.8 && holder[key] !== null && typeof holder[key] === "object" && Object.keys(holder[key]).length > 0) {
    const keys = Object.keys(holder[key]);
    holder = holder[key];
    key = random() < 0.1 ? "unknown" : keys[Math.floor(random() * keys.length)];
    path.push(key);
  }
  holder[key] = value;
  return { params: root.params, path };
}

for (const encoding of ["json", "form", "query", "multipart"]) {
  test(`${ROUNDS / 4} rounds as ${encoding}, seed ${SEED}`, async () => {
    const random = mulberry32(SEED + encoding.length);
    const bot = new Bot({
      baseUrl: "https://service.example",
      token: "1:a",
      encoding,
      fetch: async () => new Response('{"ok":true,"result":1}'),
    });
    let refused = 0;
    for (let round = 0; round < ROUNDS / 4; round++) {
      const { method, params } = samples[Math.floor(random() * samples.length)];
      const name = names[Math.floor(random() * names.length)];
      const { params: wrong, path } = spoiled(params, ODD_VALUES[name](), random);
      const what = `round ${round}: ${method} with ${name} at ${path.join(".")}`;
      const checkLimits = round % 4 > 0;
      const [fault] = validate(method, wrong, { bot, checkLimits });
      const error = await settled(() => bot.call(method, wrong, { checkLimits }), what);
      // Some values are others each time, and a file may fail only when it is read.
      if (!/getter/.test(name) && error?.kind !== "network") assert.equal(fault?.message, error?.message, what);
      if (error) {
        refused += 1;
        assert.ok(["validation", "network"].includes(error.kind), `${what}: ${error.stack}`);
        if (error.kind === "validation") assert.equal(error.method, method, what);
      }
      if (round % 100 === 0) await works();
    }
    await works();
    assert.ok(refused > ROUNDS / 8, `${refused} refused`);
  });
}

test("texts of some megabytes, in every encoding", async () => {
  const text = 'é"👩'.repeat(800_000);
  for (const encoding of ["json", "form", "query", "multipart"]) {
    let length = 0;
    const fetch = async (url, { body }) => {
      length = url.length + (body?.length ?? body?.size ?? 0);
      return new Response('{"ok":true,"result":1}');
    };
    const bot = new Bot({ baseUrl: "https://service.example", token: "1:a", encoding, checkLimits: false, fetch });
    assert.equal(await bot.call("anyMethod", { text }), 1);
    assert.ok(length > text.length);
    const error = await settled(
      () => new Bot({ baseUrl: "https://service.example", token: "1:a", encoding }).sendMessage({ chat_id: 1, text }),
      encoding,
    );
    assert.match(error.received, /^2400000 visible characters$/);
  }
  await works();
});
