// Errors of the running code, with their place if it is known.
import { isApiError, isBotwireError, isValidationError } from "botwire";

/** The method, the path in its parameters, and source positions where parameters were created, latest last. */
export interface CallFault {
  readonly method: string;
  readonly path: string;
  readonly places: readonly number[];
}

/** An entry of the output: an error of the bot's code, or console output. */
export interface Report {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly kind: "load" | "run" | "validation" | "call" | "log" | "warn" | "error";
  readonly text: string;
  /** Line from 1 in the source. */
  readonly line?: number | undefined;
  /** Method and path that a check of the package names. */
  readonly fault?: CallFault | undefined;
  /** How often it came in a row. */
  readonly count: number;
}

/** A report before it is numbered. */
export type Failure = Omit<Report, "id" | "time" | "count">;

/** Describes an error, with its line in the module at `address`. */
export function failureOf(error: unknown, address: string, kind: "load" | "run", places: Iterable<number> = []): Failure {
  const line = lineIn(error, address);
  const faultOf = (method: string, path: string): CallFault => ({ method, path, places: [...places] });
  if (isValidationError(error)) {
    return { kind: "validation", text: error.message, line, fault: faultOf(error.method, error.path) };
  }
  if (isBotwireError(error)) {
    const after = isApiError(error) ? error.parameters : undefined;
    const hint = after?.retry_after !== undefined ? " With `retry`, the call would be repeated." : after?.migrate_to_chat_id !== undefined ? " With `followMigration`, the call would be repeated there." : "";
    return { kind: "call", text: `${error.name}: ${error.message}${hint}`, line, fault: faultOf(error.method, "") };
  }
  if (error instanceof Error) return { kind, text: `${error.name}: ${error.message}`, line };
  return { kind, text: `thrown: ${String(error)}`, line };
}

/** The first line of that module in the stack. Lines of the code are those of its source. */
export function lineIn(error: unknown, address: string): number | undefined {
  const { stack, fileName, lineNumber } = Object(error) as { stack?: unknown; fileName?: unknown; lineNumber?: unknown };
  const text = typeof stack === "string" ? stack : "";
  const at = text.indexOf(`${address}:`);
  const found = at < 0 ? undefined : /^\d+/.exec(text.slice(at + address.length + 1))?.[0];
  if (found !== undefined) return Number(found);
  // For syntax errors of a module, Firefox reports the place in these properties.
  return fileName === address && typeof lineNumber === "number" ? lineNumber : undefined;
}
