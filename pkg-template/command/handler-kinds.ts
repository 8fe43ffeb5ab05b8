// The kinds of updates that the handler in a file of the user handles.

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { kindsOf } from "../updates/kinds.js";
import { Failure, describeError } from "./arguments.js";

/** Loads a file and returns the kinds of all handlers that it exports. @throws Failure if there are none. */
export async function kindsOfHandler(file: string): Promise<string[]> {
  const exported = await load(file);
  const values = [...Object.values(exported), ...Object.values(Object(exported["default"]) as object)];
  const lists = values.flatMap((value) => (typeof value === "function" ? [kindsOf(value)] : [])).filter((kinds) => kinds !== undefined);
  if (lists.length === 0) throw new Failure(`--handler: ${file} exports no handler whose kinds are known, which are those of on({ … }) without "other"`);
  return [...new Set(lists.flat())];
}

async function load(file: string): Promise<Record<string, unknown>> {
  try {
    return (await import(pathToFileURL(resolve(file)).href)) as Record<string, unknown>;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "ERR_UNKNOWN_FILE_EXTENSION") throw new Failure(`--handler: this version of Node cannot load ${file}: use Node 22.18 or newer for TypeScript, or name a JavaScript file`);
    throw new Failure(`--handler: ${file} cannot be loaded: ${describeError(error)}`);
  }
}
