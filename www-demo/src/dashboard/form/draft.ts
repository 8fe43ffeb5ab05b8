// The input in a form, and the parameters it results in. Both have the same structure, so that error paths fit both.
import type { FieldSpec, Kind, Schema } from "./schema.ts";

/** Input: text as typed, files, lists, objects, and the chosen variants of unions. */
export type Draft = undefined | string | boolean | File | readonly Draft[] | DraftObject | DraftVariant;

export interface DraftObject {
  readonly [field: string]: Draft;
}

/** A variant of a union. */
export class DraftVariant {
  constructor(readonly variant: string, readonly fields: DraftObject) {}
}

const NUMBERS: readonly Kind[] = ["integer", "id", "float"];

/**
 * Returns the value of a draft; undefined if it is empty. Text that is not a number stays text, so that validation
 * reports it.
 */
export function compile(schema: Schema, kind: Kind, draft: Draft): unknown {
  if (kind === "true") return true;
  if (typeof kind === "object" && "literal" in kind) return kind.literal;
  if (draft === undefined) return undefined;
  if (typeof kind === "string") {
    if (typeof draft !== "string") return draft;
    const text = draft.trim();
    const isNumber = kind === "float" ? /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i : /^[-+]?\d{1,16}$/;
    if (NUMBERS.includes(kind) || kind === "chat_id") return isNumber.test(text) ? Number(text) : kind === "chat_id" ? text : draft;
    return draft;
  }
  if ("array" in kind) return (draft as readonly Draft[]).map((item) => compile(schema, kind.array, item));
  if ("object" in kind) return compileFields(schema, schema.objects[kind.object]?.fields ?? [], draft as DraftObject);
  if (draft instanceof DraftVariant) return compileFields(schema, schema.objects[draft.variant]?.fields ?? [], draft.fields);
  return draft;
}

/** The fields that were filled in. */
export function compileFields(schema: Schema, fields: readonly FieldSpec[], draft: DraftObject): Record<string, unknown> {
  const compiled: Record<string, unknown> = {};
  for (const { name, kind, required } of fields) {
    const isConstant = typeof kind === "object" ? "literal" in kind : kind === "true";
    if (isConstant && !required) continue;
    const value = compile(schema, kind, draft[name]);
    if (value !== undefined) compiled[name] = value;
  }
  return compiled;
}

/** The initial value of a field. */
export function fresh(kind: Kind): Draft {
  if (typeof kind === "object" && "array" in kind) return [];
  if (typeof kind === "object" && "object" in kind) return {};
  return undefined;
}
