// Describes values in error messages. No function here throws.

/** Returns the built-in class of an object (`Date`, `Map` …), or `Object` for plain ones and most classes. */
export function className(value: unknown): string {
  try {
    const name = Object.prototype.toString.call(value).slice(8, -1);
    // A plain object needs no pattern, which would have to be compiled.
    return name !== "Object" && /^\w{1,32}$/.test(name) ? name : "Object";
  } catch {
    return "Proxy"; // a revoked one
  }
}

/** Describes a value as `received` of a validation error. Texts are not shown, because options may be secrets. */
export function describe(value: unknown): string {
  const type = typeof value;
  if (type === "string") return value ? "a different String" : "an empty String";
  if (value === undefined) return "nothing";
  if (value === null || type === "number" || type === "boolean") return String(value);
  const name = type === "object" ? className(value).replace(/^(Object|Array)$/, (plain) => plain.toLowerCase()) : type;
  return `${/^[aeio]/i.test(name) ? "an" : "a"} ${name}`;
}
