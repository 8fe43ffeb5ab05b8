// The specification as data, from the package: methods, objects, unions and enumerations.

/** The type of a value. */
export type Kind =
  | "integer" | "id" | "float" | "string" | "boolean" | "true" | "chat_id" | "file" | "file_or_string" | "attach"
  | { readonly array: Kind } | { readonly object: string } | { readonly union: string } | { readonly enumeration: string }
  | { readonly literal: string } | { readonly or_true: Kind };

/** A parameter, or a field of an object. */
export interface FieldSpec {
  readonly name: string;
  readonly kind: Kind;
  readonly required: boolean;
  readonly doc?: string;
  readonly default?: unknown;
  readonly format?: string;
  readonly limit?: { readonly unit: string; readonly min?: number; readonly max?: number };
}

/** A rule about several fields. */
export interface Rule {
  readonly rule: string;
  readonly fields?: readonly string[];
  readonly doc: string;
}

export interface MethodSpec {
  readonly section: string;
  readonly doc: string;
  readonly params: readonly FieldSpec[];
  readonly rules: readonly Rule[];
  readonly returns: Kind;
}

export interface ObjectSpec {
  readonly doc: string;
  readonly fields: readonly FieldSpec[];
  readonly rules: readonly Rule[];
}

export interface Schema {
  readonly methods: Readonly<Record<string, MethodSpec>>;
  readonly objects: Readonly<Record<string, ObjectSpec>>;
  readonly unions: Readonly<Record<string, { readonly doc: string; readonly variants: readonly string[] }>>;
  readonly enumerations: Readonly<Record<string, { readonly doc: string; readonly values: readonly { readonly name: string; readonly doc: string }[] }>>;
}

let loaded: Promise<Schema> | undefined;

/** The schema, loaded at its first use. */
export const loadSchema = (): Promise<Schema> =>
  (loaded ??= import("botwire/schema.json").then(
    (module) => module.default as unknown as Schema,
    (error: unknown) => {
      loaded = undefined;
      throw error;
    },
  ));

/** A name of the specification in words: `InlineQueryResultCachedPhoto` is `Cached photo` of `InlineQueryResult`. */
export function variantName(variant: string, union: string): string {
  const suffix = variant.startsWith(union) ? variant.slice(union.length) : variant.replace(/^Input(?=[A-Z])/, "").replace(new RegExp(`${union.replace(/^Input/, "")}$`), "");
  const words = (suffix || variant).replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function kindName(kind: Kind): string {
  if (typeof kind === "string") {
    const names: Record<string, string> = {
      integer: "Integer", id: "Integer", float: "Float", string: "String", boolean: "Boolean", true: "True",
      chat_id: "Integer or @name", file: "File", file_or_string: "File, file_id or URL", attach: "File, file_id or URL",
    };
    return names[kind] ?? kind;
  }
  if ("array" in kind) return `Array of ${kindName(kind.array)}`;
  if ("object" in kind) return kind.object;
  if ("union" in kind) return kind.union;
  if ("enumeration" in kind) return kind.enumeration;
  if ("or_true" in kind) return `${kindName(kind.or_true)} or True`;
  return `"${kind.literal}"`;
}

/** A limit in words. */
export function limitText({ limit }: FieldSpec): string {
  if (!limit) return "";
  const { unit, min, max } = limit;
  if (unit === "upload_bytes") return `up to ${Math.round((max ?? 0) / 1048576)} MB`;
  const name = unit === "value" ? "" : ` ${unit.replace("_", " ")}`;
  if (min !== undefined && max !== undefined) return `${min}–${max}${name}`;
  return max !== undefined ? `up to ${max}${name}` : `at least ${min}${name}`;
}
