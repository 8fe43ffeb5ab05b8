// Everything that printing a value can show, and whether a secret is in it.
import assert from "node:assert/strict";
import { Console } from "node:console";
import { PassThrough } from "node:stream";
import { format, inspect } from "node:util";

/** So many characters of a secret in a row are a leak. */
const PIECE = 10;

const attempts = {
  String: (value) => String(value),
  template: (value) => `${value}`,
  stack: (value) => value?.stack,
  JSON: (value) => JSON.stringify(value),
  "JSON of all own properties": (value) =>
    JSON.stringify(value, Reflect.ownKeys(Object(value)).filter((key) => typeof key === "string")),
  inspect: (value) => inspect(value),
  "inspect all": (value) =>
    inspect(value, {
      depth: Infinity,
      showHidden: true,
      getters: true,
      showProxy: true,
      maxStringLength: Infinity,
      maxArrayLength: Infinity,
    }),
  "inspect without customs": (value) =>
    inspect(value, { depth: Infinity, showHidden: true, customInspect: false, maxStringLength: Infinity }),
  "%o": (value) => format("%o %O %s %j", value, value, value, value),
  clone: (value) => inspect(structuredClone(value), { depth: Infinity, showHidden: true }),
};

/** The texts that printing shows, by the way of printing. */
export function printed(value) {
  const texts = {};
  for (const [way, attempt] of Object.entries(attempts)) {
    try {
      texts[way] = String(attempt(value));
    } catch (error) {
      // If printing fails, users see the error instead.
      texts[way] = String(error?.stack);
    }
  }
  const stream = new PassThrough();
  const console = new Console({ stdout: stream, stderr: stream, inspectOptions: { depth: Infinity } });
  for (const way of ["log", "error", "dir", "table", "trace"]) console[way](value);
  texts.console = String(stream.read());
  texts.properties = walk(value, new Set()).join("\n");
  return texts;
}

/** Every name and string that can be reached by properties, getters, symbols, prototypes and causes. */
function walk(value, seen) {
  if (typeof value === "string") return [value];
  if ((typeof value !== "object" && typeof value !== "function") || value === null || seen.has(value)) return [];
  seen.add(value);
  // The runtime's own classes contain no secrets, and are endless.
  if (typeof value === "function" && /\[native code\]/.test(Function.prototype.toString.call(value))) return [];
  const found = [];
  for (const key of Reflect.ownKeys(value)) {
    found.push(String(key));
    let inner;
    try {
      inner = value[key];
    } catch {
      continue;
    }
    found.push(...walk(inner, seen));
  }
  const prototype = Object.getPrototypeOf(value);
  return prototype === null ? found : [...found, ...walk(prototype, seen)];
}

/** Asserts that no way of printing the value shows the secret, encoded or not, whole or in part. */
export function assertHidden(value, secret, what = "the value") {
  const hidden = [
    secret,
    encodeURIComponent(secret),
    encodeURI(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString("base64"),
  ];
  const pieces = hidden.flatMap((text) =>
    Array.from({ length: Math.max(1, text.length - PIECE + 1) }, (_, at) => text.slice(at, at + PIECE)),
  );
  for (const [way, text] of Object.entries(printed(value))) {
    for (const piece of pieces) {
      assert.ok(!text.toLowerCase().includes(piece.toLowerCase()), `${way} of ${what} shows ${piece} in: ${text}`);
    }
  }
}
