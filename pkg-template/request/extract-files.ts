// The first stage of a call: copies the parameters to values that JSON can represent, and collects the files in them.
import { className, describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import { MAX_DEPTH } from "../policy.js";
import { attachmentPrefix } from "./attachment-names.js";
import { asUpload, type Upload } from "./files.js";
import { plainParams } from "./form-params.js";
import { isUnchecked, markedValue } from "./unchecked.js";

/** Parameters without their files, and the files. */
export interface Extracted {
  /** The copy. An inline call includes the name of the method. The string `attach://<nonce>-<index>` replaces each file. */
  readonly params: Record<string, unknown>;
  readonly files: Upload[];
  /** `attach://<nonce>`, or an empty string if nothing was replaced. */
  readonly prefix: string;
  /** The values that are sent without a check. The string `attach://<nonce>?<index>` replaces each. */
  readonly unchecked: readonly unknown[];
}

interface Walk {
  readonly unchecked: unknown[];
  readonly files: Upload[];
  /** The objects around the current value: a cycle leads back to one of them. */
  readonly ancestors: object[];
  /** How many more values may be copied. */
  remaining: number;
  /** True if the name of the method is among the parameters. */
  readonly isInline: boolean;
  prefix: string;
}

/** More values than any call has. The limit ends the walk over an endless or exponentially shared structure. */
const MAX_VALUES = 1_000_000;

/**
 * Copies the parameters, or the values of a form, without fields that are null or undefined. A value that JSON cannot represent
 * becomes a string `attach://<nonce>!<description>`, for which the engine reports a fault with its path.
 *
 * @param isInline - Whether the name of the method is among the parameters.
 */
export function extractFiles(apiName: string, params: unknown, isInline = false): Extracted {
  const walk: Walk = { unchecked: [], files: [], ancestors: [], remaining: MAX_VALUES, isInline, prefix: "" };
  const copied = copy(plainParams(apiName, params), walk);
  if (typeof copied !== "object" || Array.isArray(copied)) {
    throw new ValidationError(apiName, "", "an object of parameters", describe(params));
  }
  return { params: copied as Record<string, unknown>, files: walk.files, prefix: walk.prefix, unchecked: walk.unchecked };
}

function copy(value: unknown, walk: Walk): unknown {
  if (--walk.remaining < 0) return unfit("more values than a call can have", walk);
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
  return unfit(describe(value), walk);
}

function copyObject(value: object, walk: Walk): unknown {
  const { ancestors } = walk;
  if (ancestors.includes(value)) return unfit("a cyclic object", walk);
  if (ancestors.length >= MAX_DEPTH) return unfit(`more than ${MAX_DEPTH} levels of nesting`, walk);
  ancestors.push(value);
  try {
    if (Array.isArray(value)) return copyArray(value, walk);
    if (isUnchecked(value)) return copyUnchecked(value, walk);
    const prototype = Object.getPrototypeOf(value);
    const isPlain = prototype === Object.prototype || prototype === null;
    return isPlain ? copyFields(value as Record<string, unknown>, walk) : copyInstance(value, walk);
  } catch {
    return unfit("an object that cannot be read", walk);
  } finally {
    ancestors.pop();
  }
}

function copyUnchecked(value: object, walk: Walk): string {
  const copied = copy(markedValue(value), walk);
  return replacement(`?${walk.unchecked.push(copied) - 1}`, walk);
}

function copyInstance(value: object, walk: Walk): unknown {
  const file = asUpload(value);
  if (file) return attach(file, walk);
  // An instance of a class is copied as its fields. A Date, Map or Promise would lose its content.
  return className(value) === "Object" ? copyFields(value as Record<string, unknown>, walk) : unfit(describe(value), walk);
}

function copyArray(value: readonly unknown[], walk: Walk): unknown[] {
  const { length } = value;
  const copied: unknown[] = [];
  for (let index = 0; index < length && walk.remaining >= 0; index++) copied.push(copy(value[index], walk));
  return copied;
}

/** The prototype of copies, in which `__proto__` is an ordinary field. Without any prototype, `JSON.stringify` is slower. */
const NO_FIELDS: object = Object.create(null);

function copyFields(value: Record<string, unknown>, walk: Walk): unknown {
  const keys = Object.keys(value);
  const file = keys.includes("data") && namedFile(value, keys);
  if (file) return attach(file, walk);
  const hasMethod = walk.isInline && walk.ancestors.length === 1;
  const copied: Record<string, unknown> = Object.create(NO_FIELDS);
  if (hasMethod) copied["method"] = value["method"];
  for (const key of keys) {
    const field = value[key];
    if (field === undefined || field === null || (hasMethod && key === "method")) continue;
    copied[key] = copy(field, walk);
  }
  return copied;
}

/** Returns a file with a name or a type. */
function namedFile({ data, name, type }: Record<string, unknown>, keys: readonly string[]): Upload | string | undefined {
  return keys.every((key) => /^(data|name|type)$/.test(key)) ? asUpload(data, name, type) : undefined;
}

const attach = (file: Upload | string, walk: Walk): string =>
  typeof file === "string" ? unfit(file, walk) : replacement(`-${walk.files.push(file) - 1}`, walk);

const unfit = (description: string, walk: Walk): string => replacement(`!${description}`, walk);

const replacement = (ending: string, walk: Walk): string => (walk.prefix = attachmentPrefix()) + ending;
