// The bot's console: its output is shown next to the code.

/** Levels that are distinguished. */
export type Level = "log" | "warn" | "error";

/** A console that passes its output to `print`, with the caller's stack. */
export function consoleFor(print: (level: Level, text: string, stack: Error) => void): Console {
  const level = (name: Level) => (...values: unknown[]): void => print(name, values.map(shown).join(" "), new Error());
  const replaced = { log: level("log"), info: level("log"), debug: level("log"), trace: level("log"), dir: level("log"), table: level("log"), warn: level("warn"), error: level("error") };
  // Other methods, such as time(), work as usual.
  return Object.assign(Object.create(console) as Console, replaced);
}

function shown(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (typeof value === "function") return `function ${value.name}`;
  try {
    return JSON.stringify(value, (_key, inner: unknown) => (typeof inner === "bigint" ? `${inner}n` : inner), 1)?.replace(/\n\s*/g, " ") ?? String(value);
  } catch {
    return String(value);
  }
}
