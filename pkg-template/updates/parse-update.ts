// The shape of an Update that handlers rely on: its identifier, its kind, and an object in it.
import { describe } from "../errors/describe.js";
import { UPDATE_KINDS as KINDS } from "../policy.js";
import type { Update } from "../types.js";

/** The reason why a request does not reach the handler: status, path of the fault, expected and received value. */
export type Rejection = readonly [status: number, path: string, expected: string, received: string];

export const NOT_JSON: Rejection = [400, "body", "JSON in UTF-8", "something else"];

/** An update and its kind, even an unknown one. The kind is `undefined` if the update contains no object. */
export interface ParsedUpdate {
  readonly update: Update;
  readonly kind: string | undefined;
}

/** Checks the update itself, not its content. */
export const parseUpdate = (update: unknown): ParsedUpdate | Rejection => {
  if (!isObject(update)) return [400, "", "an Update", describe(update)];
  const id = update["update_id"];
  if (!Number.isSafeInteger(id)) return [400, "update_id", "an Integer", describe(id)];
  // With several kinds, which the service does not send: the first of the specification, otherwise by name, as in Rust.
  const known = KINDS.filter((name) => update[name] !== undefined);
  const odd = known.find((name) => !isObject(update[name]));
  if (odd) return [400, odd, "an object", describe(update[odd])];
  const kind = known[0] ?? Object.keys(update).sort().find((name) => isObject(update[name]));
  return { update: update as unknown as Update, kind };
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
