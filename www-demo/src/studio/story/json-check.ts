// Checks JSON against the specification, and finds what may be written at a place of it.
import { type FieldSpec, type Kind, kindName, type Schema } from "../../dashboard/form/schema.ts";

/** What is edited: an object of the specification, or the parameters of a method. */
export type Edited = { readonly object: string } | { readonly method: string };

/** Members of an object by name; undefined if the specification does not have it. */
export function fieldsOf(schema: Schema, edited: Edited): readonly FieldSpec[] | undefined {
  return "object" in edited ? schema.objects[edited.object]?.fields : schema.methods[edited.method]?.params;
}

/** The first thing that does not fit, with its path; undefined if everything does. */
export function misfit(schema: Schema, edited: Edited, value: unknown, path = ""): string | undefined {
  const fields = fieldsOf(schema, edited);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return `${path || "The value"}: expected an Object`;
  if (!fields) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const field = fields.find((known) => known.name === name);
    const at = path === "" ? name : `${path}.${name}`;
    if (!field) return `${at}: unknown field${nearest(name, fields)}`;
    const found = misfitOf(schema, field.kind, member, at);
    if (found) return found;
  }
  // An update is delivered without its number.
  const missing = fields.find(({ name, required }) => required && name !== "update_id" && !(name in value));
  return missing && `${path === "" ? "" : `${path}.`}${missing.name}: missing; expected ${kindName(missing.kind)}`;
}

function nearest(name: string, fields: readonly FieldSpec[]): string {
  const similar = fields.find(({ name: known }) => known.startsWith(name.slice(0, 3)));
  return similar ? `; did you mean ${similar.name}?` : "";
}

function misfitOf(schema: Schema, kind: Kind, value: unknown, path: string): string | undefined {
  const wrong = `${path}: expected ${kindName(kind)}, got ${JSON.stringify(value)?.slice(0, 40)}`;
  if (typeof kind === "string") {
    switch (kind) {
      case "integer": case "id": return Number.isInteger(value) ? undefined : wrong;
      case "float": return typeof value === "number" ? undefined : wrong;
      case "boolean": return typeof value === "boolean" ? undefined : wrong;
      case "true": return value === true ? undefined : wrong;
      case "chat_id": return Number.isInteger(value) || typeof value === "string" ? undefined : wrong;
      case "string": return typeof value === "string" ? undefined : wrong;
      default: return undefined;
    }
  }
  if ("array" in kind) {
    if (!Array.isArray(value)) return wrong;
    return value.map((item, index) => misfitOf(schema, kind.array, item, `${path}[${index}]`)).find(Boolean);
  }
  if ("object" in kind) return misfit(schema, kind, value, path);
  if ("enumeration" in kind) return schema.enumerations[kind.enumeration]?.values.some(({ name }) => name === value) === false ? wrong : undefined;
  if ("literal" in kind) return value === kind.literal ? undefined : wrong;
  return undefined;
}

/** The object that encloses a position of a text of JSON, by the names of the members that lead to it. */
export function pathAt(text: string, end: number): readonly string[] {
  const path: string[] = [];
  let [key, isKey] = ["", false];
  for (let at = 0; at < end; at += 1) {
    const letter = text[at];
    if (letter === '"') {
      const start = at + 1;
      for (at = start; at < end && text[at] !== '"'; at += 1) if (text[at] === "\\") at += 1;
      if (at >= end) break;
      key = text.slice(start, at);
      isKey = /^\s*:/.test(text.slice(at + 1, at + 20));
    } else if (letter === "{" || letter === "[") {
      path.push(isKey ? key : "");
      isKey = false;
    } else if (letter === "}" || letter === "]") {
      path.pop();
      isKey = false;
    } else if (letter === ",") isKey = false;
  }
  return path;
}

/** The fields of the object at a path. */
export function fieldsAt(schema: Schema, edited: Edited, path: readonly string[]): readonly FieldSpec[] {
  let fields = fieldsOf(schema, edited) ?? [];
  for (const name of path.slice(1)) {
    if (name === "") continue; // An item of an array.
    let kind: Kind | undefined = fields.find((field) => field.name === name)?.kind;
    while (typeof kind === "object" && "array" in kind) kind = kind.array;
    if (typeof kind !== "object") return [];
    if ("object" in kind) fields = schema.objects[kind.object]?.fields ?? [];
    else if ("union" in kind) fields = (schema.unions[kind.union]?.variants ?? []).flatMap((variant) => schema.objects[variant]?.fields ?? []);
    else return [];
  }
  return [...new Map(fields.map((field) => [field.name, field])).values()];
}

/** A first value of a field, to be changed. */
export function sampleOf(kind: Kind): string {
  if (typeof kind !== "string") return "array" in kind ? "[]" : "literal" in kind ? JSON.stringify(kind.literal) : "enumeration" in kind ? '""' : "{}";
  return { integer: "0", id: "0", float: "0", boolean: "true", true: "true" }[kind as string] ?? '""';
}
