// Values in the words of an error message. No function here throws.

/** The built-in class of an object (`Date`, `Map` …), `Object` for plain ones and most classes. */
export function className(value: unknown): string {
  try {
    return /^\[object (\w{1,32})]$/.exec(Object.prototype.toString.call(value))?.[1] ?? "Object";
  } catch {
    return "Proxy"; // a revoked one
  }
}

/** The value as `received` of a validation error. A text is not shown: options and the like may be secrets. */
export function describe(value: unknown): string {
  switch (typeof value) {
    case "undefined":
      return "nothing";
    case "string":
      return value ? "another String" : "an empty String";
    case "symbol":
    case "function":
    case "bigint":
      return `a ${typeof value}`;
    case "object": {
      if (!value) break;
      const name = className(value).replace(/^(Object|Array)$/, (plain) => plain.toLowerCase());
      return `${/^[aeio]/i.test(name) ? "an" : "a"} ${name}`;
    }
  }
  return String(value);
}
