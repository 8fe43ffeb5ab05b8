// Emulators whose responses and deliveries are checked against the specification's types, without extra fields, by the
// fixture made from the specification's text. The crate's tables are checked by src/emulator/closed.rs.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, afterEach } from "node:test";

import * as emulation from "botwire/emulator";

const spec = JSON.parse(readFileSync(new URL("../../tests/fixtures/spec.json", import.meta.url), "utf8"));

const within = (bits) => (value) => Number.isSafeInteger(value) && value >= -(2 ** bits) && value < 2 ** bits;
const of = (type) => (value) => typeof value === type;
const FIXTURE = {
  Integer: within(52), Float: of("number"), String: of("string"), Boolean: of("boolean"), True: (value) => value === true,
};

/** The faults of an object: unknown members, missing ones, and those of its fields. */
function members(value, fields, name, at, fault) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [`${at}: expected ${name}`];
  const unknown = Object.keys(value).filter((key) => fields[key] === undefined).map((key) => `${at}.${key}: no field of ${name}`);
  const missing = Object.keys(fields).filter((key) => fields[key].required && !(key in value)).map((key) => `${at}.${key}: missing`);
  const known = Object.keys(value).filter((key) => fields[key] !== undefined);
  return [...unknown, ...missing, ...known.flatMap((key) => fault(value[key], fields[key], `${at}.${key}`))];
}

const items = (value, at, fault) =>
  Array.isArray(value) ? value.flatMap((item, index) => fault(item, `${at}[${index}]`)) : [`${at}: expected an array`];
const best = (all) => all.reduce((one, other) => (other.length < one.length ? other : one));

/** The faults of a value of a type of the fixture; `owner` is its field, which may have enumerated values. */
function bySpec(value, type, at, owner) {
  const kinds = type.split(" or ");
  if (kinds.length > 1) return best(kinds.map((kind) => bySpec(value, kind, at)));
  if (type.startsWith("Array of ")) return items(value, at, (item, place) => bySpec(item, type.slice("Array of ".length), place));
  if (FIXTURE[type] !== undefined) {
    const values = spec.enums[owner];
    return FIXTURE[type](value) && (values === undefined || values.includes(value)) ? [] : [`${at}: expected ${owner} to be ${values ?? type}`];
  }
  const { fields = {}, oneOf } = spec.types[type];
  if (oneOf !== undefined) return best(oneOf.map((one) => bySpec(value, one, at)));
  return members(value, fields, type, at, (member, field, place) => bySpec(member, field.type, place, `${type}.${place.split(".").at(-1)}`));
}

/** Violations of the specification in an update. */
export function faultsOfUpdate(update) {
  return bySpec(update, "Update", "Update");
}

/** Violations of the specification in an envelope; the method may be written in any case. */
export function faultsOfAnswer(method, envelope) {
  if (envelope.ok === true) {
    const name = Object.keys(spec.methods).find((name) => name.toLowerCase() === method.toLowerCase());
    const extra = Object.keys(envelope).filter((key) => key !== "ok" && key !== "result").map((key) => `${key}: unknown`);
    if (name === undefined) return [`${method}: no method`];
    return [...extra, ...bySpec(envelope.result, spec.methods[name].returns, name)];
  }
  const { ok, error_code, description, parameters = {}, ...extra } = envelope;
  const sound = ok === false && within(31)(error_code) && typeof description === "string";
  const faults = Object.keys(extra).map((key) => `${key}: unknown`);
  return [...faults, ...(sound ? [] : ["no envelope"]), ...bySpec(parameters, "ResponseParameters", "parameters")];
}

const found = [];
const report = () => assert.deepEqual(found.splice(0), [], "the emulator sent what the specification does not have");
afterEach(report);
after(report);

/** Like the package's function, but checks outgoing data: responses when sent, the rest from the log. */
export function createEmulator(options = {}) {
  if (options.compat) throw new Error("with compat the emulator sends more than the specification has");
  const emulator = emulation.createEmulator(options);
  const request = emulator.request.bind(emulator);
  emulator.request = async (parts) => {
    const answer = await request(parts);
    if (answer.contentType === "application/json" && typeof answer.body === "string") {
      const [, method = ""] = /^\/bot[^/]+\/([^/?#]+)/.exec(parts.target) ?? [];
      found.push(...faultsOfAnswer(decodeURIComponent(method), JSON.parse(answer.body)));
    }
    return answer;
  };
  let seen = 0;
  emulator.watch(() => {
    for (const { number, kind, method, update, attempt, answer } of emulator.log(seen)) {
      seen = number;
      if (kind === "delivery" && attempt === 1 && update !== null) found.push(...faultsOfUpdate(update));
      if (kind === "inline") found.push(...faultsOfAnswer(method, answer));
    }
  });
  return emulator;
}
