// The engine's own check of what stands in a form, all faults at once.
import { Bot, isValidationError } from "botwire";
import type { FieldSpec, Kind, Schema } from "./schema.ts";

/** A fault, where it is, and what the engine says. */
export interface Fault {
  /** Such as `reply_markup.inline_keyboard[0][1].callback_data`; empty for the parameters as a whole. */
  readonly path: string;
  readonly expected: string;
  readonly received: string;
  /** Whether nothing was filled in there. */
  readonly isMissing: boolean;
}

/** How many faults are looked for. */
const MOST = 20;

class Passed extends Error {}

/** A bot that sends nothing: what comes as far as its fetch is well. It has no token. */
const checker = new Bot({
  baseUrl: "https://check.invalid", token: "0:check", encoding: "form",
  fetch: () => Promise.reject(new Passed("passed")),
});

/** All faults of the parameters. The engine names the first one; that is mended in a copy, and asked again. */
export async function faultsOf(schema: Schema, method: string, params: Record<string, unknown>): Promise<Fault[]> {
  const faults: Fault[] = [];
  let copy = params;
  while (faults.length < MOST) {
    const fault = await firstFault(method, copy);
    if (!fault) break;
    if (faults.some(({ path }) => path === fault.path)) break;
    faults.push(fault);
    const fields = schema.methods[method]?.params ?? [];
    const mended = mend(schema, fields, copy, keysOf(fault.path));
    if (mended === undefined) break;
    copy = mended as Record<string, unknown>;
  }
  return faults;
}

async function firstFault(method: string, params: Record<string, unknown>): Promise<Fault | undefined> {
  try {
    await checker.call(method as string & {}, params);
  } catch (error) {
    if (isValidationError(error)) {
      const { path, expected, received } = error;
      return { path, expected, received, isMissing: received === "nothing" };
    }
  }
  return undefined;
}

/** `a.b[0][1].c` as its steps. */
export const keysOf = (path: string): string[] => path.split(/[.[\]]+/).filter(Boolean);

/** A copy with a value in that place that is well in itself; undefined where the place is unknown. */
function mend(schema: Schema, fields: readonly FieldSpec[], value: unknown, keys: readonly string[]): unknown {
  const [key, ...rest] = keys;
  const field = fields.find(({ name }) => name === key);
  if (key === undefined || !field || typeof value !== "object" || value === null) return undefined;
  const inner = mendKind(schema, field, field.kind, (value as Record<string, unknown>)[key], rest);
  return inner === undefined ? undefined : { ...value, [key]: inner };
}

function mendKind(schema: Schema, field: FieldSpec, kind: Kind, value: unknown, keys: readonly string[]): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return sample(schema, kind, field);
  if (typeof kind === "string") return undefined;
  if ("array" in kind && Array.isArray(value)) {
    const index = Number(key);
    const inner = mendKind(schema, field, kind.array, value[index], rest);
    return inner === undefined ? undefined : value.with(index, inner);
  }
  if ("object" in kind) return mend(schema, schema.objects[kind.object]?.fields ?? [], value, keys);
  if ("union" in kind) {
    // The variant that has the field; the engine chose it by the same fields.
    const given = Object.keys((value as object | undefined) ?? {});
    const variants = (schema.unions[kind.union]?.variants ?? []).map((name) => schema.objects[name]?.fields ?? []);
    const fits = variants.find((fields) => [...given, key].every((name) => fields.some((field) => field.name === name)));
    return fits && mend(schema, fits, value, keys);
  }
  return undefined;
}

const FORMATS: Record<string, string> = {
  webhook_url: "https://example.com/", sticker_set_name: "a_by_b", currency: "USD", deep_link: "x", not_url: "x", non_empty: "x",
};

/** A value of that kind which is well. */
export function sample(schema: Schema, kind: Kind, field?: Pick<FieldSpec, "limit" | "format">): unknown {
  const { limit, format } = field ?? {};
  if (typeof kind === "string") {
    switch (kind) {
      case "integer":
      case "id":
      case "chat_id":
        return limit?.min ?? 1;
      case "float":
        return limit?.min ?? 0;
      case "boolean":
      case "true":
        return true;
      case "file":
        return new Blob(["x"]);
      default:
        return (format && FORMATS[format]) ?? "x".repeat(Math.max(1, limit?.unit === "upload_bytes" ? 1 : (limit?.min ?? 1)));
    }
  }
  if ("array" in kind) return Array.from({ length: Math.max(1, limit?.min ?? 1) }, () => sample(schema, kind.array));
  if ("literal" in kind) return kind.literal;
  if ("or_true" in kind) return true;
  if ("enumeration" in kind) return schema.enumerations[kind.enumeration]?.values[0]?.name ?? "x";
  const name = "union" in kind ? schema.unions[kind.union]?.variants[0] : kind.object;
  const object = schema.objects[name ?? ""];
  const either = object?.rules.find(({ rule }) => rule === "exactly_one")?.fields?.[0];
  const wanted = object?.fields.filter(({ name, required }) => required || name === either) ?? [];
  return Object.fromEntries(wanted.map((field) => [field.name, sample(schema, field.kind, field)]));
}
