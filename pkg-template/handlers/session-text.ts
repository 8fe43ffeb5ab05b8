// Converts a session to the text in a store: JSON with a version.
import { describe } from "../errors/describe.js";
import type { Run } from "./journal.js";
import { ValidationError } from "../errors/errors.js";

/** How many objects may be nested. Far more would exhaust the stack. */
const MOST_LEVELS = 100;

const isPlain = (value: object): boolean => [Object.prototype, null].includes(Object.getPrototypeOf(value));

/** Refuses values that JSON does not preserve. @throws ValidationError with their path. */
function check(apiName: string, value: unknown, path: string, around: readonly object[]): void {
  if (value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value)) return;
  const refuse = (expected: string, received: string): never => {
    throw new ValidationError(apiName, path, expected, received);
  };
  if (typeof value !== "object" || !(Array.isArray(value) || isPlain(value))) return refuse("what JSON can keep", describe(value));
  if (around.includes(value)) return refuse("what JSON can keep", "an object that contains itself");
  if (around.length >= MOST_LEVELS) return refuse(`at most ${MOST_LEVELS} levels`, "more");
  const inside = [...around, value];
  const isList = Array.isArray(value);
  for (const name of Reflect.ownKeys(value)) {
    if (typeof name === "symbol" || (isList && !/^(\d+|length)$/.test(name))) throw new ValidationError(apiName, path, "what JSON can keep", `a field ${String(name)}`);
  }
  if (isList) for (const [index, item] of value.entries()) check(apiName, item, `${path}[${index}]`, inside);
  else for (const [name, item] of Object.entries(value)) if (item !== undefined) check(apiName, item, `${path}.${name}`, inside);
}

/** What is stored for a key: the session, and the conversation beside it. A conversation may outlive a deleted session. */
export interface Stored {
  readonly session: unknown;
  readonly talk: Run | undefined;
}

/** Returns the text to store, or `undefined` for nothing. @throws ValidationError if JSON does not preserve it, or it is larger than `maxBytes`. */
export function sessionText(apiName: string, { session, talk }: Stored, version: number, maxBytes: number): string | undefined {
  if (session === undefined && talk === undefined) return undefined;
  if (session !== undefined) check(apiName, session, "session", []);
  if (talk) check(apiName, talk, "conversation", []);
  const text = JSON.stringify({ version, session, talk });
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > maxBytes) throw new ValidationError(apiName, "session", `at most ${maxBytes} bytes (maxBytes)`, `${bytes} bytes`);
  return text;
}

/** Parses the text of a session. @throws ValidationError if it is another text. */
export function parseSession(apiName: string, text: string): Stored & { readonly version: number } {
  try {
    const parsed = JSON.parse(text);
    if (typeof parsed.version === "number" && ("session" in parsed || "talk" in parsed)) return parsed;
  } catch {
    // Refused below.
  }
  throw new ValidationError(apiName, "store.read", "the text of a session", "another text");
}
