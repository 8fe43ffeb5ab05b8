// The one walk over the caller's parameters: a plain copy that JSON holds, the files taken out.
import { className, describe } from "./describe.js";
import { ValidationError } from "./errors.js";
import { asUpload, type Upload } from "./files.js";

/** Parameters that JSON holds, and what was in them that is none. */
export interface Prepared {
  /** The copy; of an inline call with the name of the method in it. */
  readonly params: Record<string, unknown>;
  /** The files; the string `attach://<nonce>-<index>` stands for each. */
  readonly files: Upload[];
}

interface Walk {
  readonly files: Upload[];
  /** The objects around the current one: a cycle leads back to one of them. */
  readonly around: object[];
  /** How many values may still come. */
  left: number;
  /** Whether the name of the method, which may be anything then, lies among the parameters. */
  readonly isInline: boolean;
  method: unknown;
}

/** As deep as the engine's own walk goes. */
const MAX_DEPTH = 64;
/** Far beyond any call, and enough to end the walk over an endless or exponentially shared structure. */
const MAX_VALUES = 1_000_000;

/** What the stand-ins in a copy start with; empty as long as there was none. */
export let prefix = "";

/** Random, so that no text can pass for one, and made at the first use: workerd has no randomness before the first request. */
export const attachmentPrefix = (): string => (prefix ||= `attach://${randomName()}`);

/** A name that nobody can foresee. */
export const randomName = (): string => crypto.getRandomValues(new Uint32Array(4)).join("");

/**
 * Copies the parameters. Fields that are null or undefined are left out. Whatever JSON cannot hold becomes a string
 * that says what it is, for the engine to report with its path.
 *
 * @param isInline - Whether the name of the method is among the parameters.
 */
export const prepare = (function (method: string, params: unknown, isInline: boolean): Prepared {
  const plain = plainCopy(params, isInline);
  if (plain) return plain;
  const walk: Walk = { files: [], around: [], left: MAX_VALUES, isInline, method: undefined };
  const copied = copy(params ?? {}, walk);
  if (typeof copied !== "object" || Array.isArray(copied)) {
    throw new ValidationError(method, "", "an object of parameters", describe(params));
  }
  const read = copied as Record<string, unknown>;
  return { params: isInline ? { method: walk.method, ...read } : read, files: walk.files };
});

/** A copy of an object literal of texts, numbers and Booleans, as most calls have it; nothing for any other. */
const plainCopy = (function (given: unknown, isInline: boolean): Prepared | undefined {
  try {
    if (Object.getPrototypeOf(given) !== Object.prototype) return undefined;
    let params = { ...(given as Record<string, unknown>) };
    const names = Object.keys(params);
    if (isInline && names[0] !== "method") {
      const method = names.includes("method") ? undefined : (given as Record<string, unknown>)["method"];
      params = { method, ...params };
    }
    for (const name of names) {
      const value = params[name];
      if (isInline && name === "method") continue;
      if (typeof value !== "string" && typeof value !== "boolean" && !Number.isFinite(value)) return undefined;
    }
    return { params, files: [] };
  } catch {
    return undefined; // The walk says where.
  }
});

const unfit = (what: string): string => `${attachmentPrefix()}!${what}`;

function copy(value: unknown, walk: Walk): unknown {
  if (--walk.left < 0) return unfit("more values than a call can have");
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      if (Number.isFinite(value)) return value;
      break;
    case "bigint":
      if (Number.isSafeInteger(Number(value))) return Number(value);
      break;
    case "object":
      if (value) return copyObject(value, walk);
  }
  return unfit(describe(value));
}

function copyObject(value: object, walk: Walk): unknown {
  const { around } = walk;
  if (around.includes(value)) return unfit("a cyclic object");
  if (around.length >= MAX_DEPTH) return unfit(`more than ${MAX_DEPTH} levels of nesting`);
  around.push(value);
  try {
    if (Array.isArray(value)) return copyArray(value, walk);
    const prototype = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) {
      const file = asUpload(value);
      if (file) return attach(file, walk);
      // An instance of a class is taken as its fields; a Date, Map or Promise would lose what it is.
      if (className(value) !== "Object") return unfit(describe(value));
    }
    return copyFields(value as Record<string, unknown>, walk);
  } catch {
    return unfit("an object that cannot be read");
  } finally {
    around.pop();
  }
}

function copyArray(value: readonly unknown[], walk: Walk): unknown[] {
  const { length } = value;
  const copied: unknown[] = [];
  for (let index = 0; index < length && walk.left >= 0; index++) copied.push(copy(value[index], walk));
  return copied;
}

function copyFields(value: Record<string, unknown>, walk: Walk): unknown {
  const copied: Record<string, unknown> = {};
  const keys = Object.keys(value);
  if (keys.includes("data") && keys.every((key) => key === "data" || key === "name" || key === "type")) {
    const { data, name, type } = value;
    const file = asUpload(data, name, type);
    if (file) return attach(file, walk);
  }
  for (const key of keys) {
    const field = value[key];
    if (field === undefined || field === null) continue;
    if (key === "method" && walk.isInline && walk.around.length === 1) {
      walk.method = field;
      continue;
    }
    const copiedField = copy(field, walk);
    if (key !== "__proto__") copied[key] = copiedField;
    // An assignment would set the prototype.
    else Object.defineProperty(copied, key, { value: copiedField, enumerable: true });
  }
  return copied;
}

const attach = (file: Upload | string, walk: Walk): string =>
  typeof file === "string" ? unfit(file) : `${attachmentPrefix()}-${walk.files.push(file) - 1}`;
