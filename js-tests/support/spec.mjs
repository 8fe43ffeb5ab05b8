// The specification as data: the fixture transcribed from its tables, not from the code that is tested.
import { readFileSync } from "node:fs";

const fixture = JSON.parse(readFileSync(new URL("../../tests/fixtures/spec.json", import.meta.url), "utf8"));

/** Name → { section, returns, params: { name → { type, required } } }. */
export const methods = fixture.methods;
/** Name → { fields } or { oneOf }. */
export const types = fixture.types;
export const limits = fixture.limits;
export const rules = fixture.rules;
export const updateKinds = fixture.enums.Update;

/** The kind of a type in the spec's notation: { array }, { oneOf }, { object } or { scalar }. */
export function kind(type) {
  if (type.startsWith("Array of ")) return { array: type.slice("Array of ".length) };
  if (type === "ReplyMarkup") return { oneOf: fixture.aliases.ReplyMarkup };
  if (types[type]?.oneOf) return { oneOf: types[type].oneOf };
  if (types[type] && !types[type].opaque) return { object: type };
  return { scalar: type };
}

/** The values that the spec lists for `Type.field` or `method.parameter`, if it does. */
export function enumerated(where) {
  const name = where.split(".").at(-1);
  if (name === "parse_mode") return fixture.enums.parse_mode;
  if (name === "allowed_updates") return updateKinds;
  return fixture.enums[where];
}

/** The fields of an object of the spec, or the parameters of a method. */
export function fieldsOf(name) {
  return methods[name]?.params ?? types[name].fields;
}

/** The most items that an array there may have. */
export function mostItems(where) {
  return limits.find((limit) => limit.where === where && limit.unit === "items")?.max ?? Infinity;
}

/** Returns the fields of an object that exclude each other: exactly one of them must be set. */
export function exactlyOne(name) {
  return rules.find((rule) => rule.where === name && rule.rule === "exactly one of")?.fields ?? [];
}

/** True if the method edits a message that is identified by chat and message, or by inline message. */
export function hasTarget(method) {
  return rules.some((rule) => rule.where === method && rule.rule === "target");
}
