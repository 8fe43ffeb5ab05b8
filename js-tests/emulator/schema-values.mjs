// Values that match, or almost match, a schema of openapi.json, for the property tests.

import fc from "fast-check";

const REF = "#/components/schemas/";

/** A placeholder for a file, which only multipart/form-data can send. */
export const UPLOAD = "a file to upload";

/**
 * Makes arbitraries for the schemas of a document. `known` has values by the names of fields, such as the identifiers
 * that exist, which most of the values are then.
 */
export class Values {
  #schemas;
  #known;

  constructor(api, known) {
    this.#schemas = api.components.schemas;
    this.#known = known;
  }

  /** Parameters of a method: mostly right, some with a wrong value, a missing or an unknown field. */
  parameters(schema) {
    const right = this.of(schema, "", 0);
    const wrong = fc.tuple(right, fc.constantFrom(...Object.keys(schema.properties ?? { none: {} })), anything());
    return fc.oneof(
      { weight: 6, arbitrary: right },
      { weight: 2, arbitrary: wrong.map(([params, name, value]) => ({ ...params, [name]: value })) },
      { weight: 1, arbitrary: wrong.map(([{ ...params }, name]) => (delete params[name], params)) },
      { weight: 1, arbitrary: fc.tuple(right, fc.dictionary(fc.string(), anything(), { maxKeys: 2 })).map(([a, b]) => ({ ...b, ...a })) },
    );
  }

  /** The schema that a reference leads to. */
  resolved(schema) {
    return schema.$ref === undefined ? schema : this.#schemas[schema.$ref.slice(REF.length)];
  }

  of(schema, name, depth) {
    const known = this.#known[name];
    const fitting = this.#fitting(schema, name, depth);
    if (known === undefined) return fitting;
    return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: fitting });
  }

  #fitting(schema, name, depth) {
    if (schema.$ref !== undefined) return this.#fitting(this.resolved(schema), name, depth);
    if (schema.contentSchema !== undefined) return this.#fitting(schema.contentSchema, name, depth);
    if (Array.isArray(schema.type)) return this.#nullable({ ...schema, type: schema.type[0] }, name, depth);
    if ("const" in schema) return fc.constant(schema.const);
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
    const kinds = schema.anyOf ?? schema.oneOf;
    if (kinds?.at(-1).type === "null") return this.#nullable({ ...schema, anyOf: kinds.slice(0, -1) }, name, depth);
    if (kinds !== undefined && schema.type === undefined) return fc.oneof(...kinds.map((kind) => this.of(kind, name, depth)));
    switch (schema.type) {
      case "integer":
        return fc.integer({ min: Math.max(schema.minimum ?? -9, -(2 ** 31)), max: Math.min(schema.maximum ?? 9, 2 ** 31 - 1) });
      case "number":
        return fc.double({ noNaN: true, noDefaultInfinity: true, min: -200, max: 200 });
      case "boolean":
        return fc.boolean();
      case "string":
        return text(schema);
      case "array":
        return this.#array(schema, depth);
      default:
        return this.#object(schema, depth);
    }
  }

  #nullable(schema, name, depth) {
    return fc.oneof({ weight: 9, arbitrary: this.of(schema, name, depth) }, { weight: 1, arbitrary: fc.constant(null) });
  }

  #array({ items, minItems = 0, maxItems = 3 }, depth) {
    if (depth > 6) return fc.constant([]);
    const least = Math.min(minItems, 10);
    return fc.array(this.of(items ?? {}, "", depth + 1), { minLength: least, maxLength: Math.max(least, Math.min(maxItems, 3)) });
  }

  #object({ properties = {}, required = [] }, depth) {
    if (depth > 6) return fc.constant({});
    const fields = Object.entries(properties).map(([name, schema]) => [name, this.of(schema, name, depth + 1)]);
    const all = fc.record(Object.fromEntries(fields), { requiredKeys: required });
    // Rules such as "exactly one of" are met when few of the optional fields are there.
    const optional = Object.keys(properties).filter((name) => !required.includes(name));
    if (optional.length === 0) return all;
    const few = fc.subarray(optional, { minLength: 0, maxLength: Math.min(optional.length, 2) });
    const target = ["chat_id", "message_id"].filter((name) => optional.includes(name));
    const retained = target.length < 2 ? few : fc.oneof(few, few.map((names) => [...target, ...names.slice(0, 1)]));
    return fc.oneof(all, fc.tuple(all, retained).map(([whole, retained]) => pick(whole, [...required, ...retained])));
  }
}

function pick(object, names) {
  return Object.fromEntries(names.filter((name) => name in object).map((name) => [name, object[name]]));
}

/** Any JSON value. */
export function anything() {
  return fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(2 ** 31, -(2 ** 52), 1e300, "\0", "9".repeat(30), "attach://x"));
}

function text({ minLength = 0, maxLength = 40, format }) {
  if (format === "binary") return fc.constant(UPLOAD);
  const sized = (unit) => fc.string({ unit, minLength: Math.min(minLength, 300), maxLength: Math.min(maxLength, 300) });
  return fc.oneof(
    sized("binary"),
    sized("grapheme"),
    fc.constantFrom("<b>b</b>", "<a href='x://user?id=7'>a</a>", "<i>&#x1F600;", "*b* _i_ `c`", "```\nx", "[a](b)", "/start@bot #tag @bob", "😺"),
  );
}
