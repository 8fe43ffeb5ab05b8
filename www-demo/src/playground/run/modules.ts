// Makes modules from text: blob URLs whose imports resolve to the page's own instances.
import * as botwire from "botwire";
import * as conversations from "botwire/conversations";
import type { Code } from "./code.ts";

/** Key of the global through which the modules below get their exports. */
const SHARED = Symbol.for("botwire.playground");
const shared: Record<string, Record<string, unknown>> = {};
Object.assign(globalThis, { [SHARED]: shared });

const address = (text: string): string => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));

/** Returns the URL of a module that exports the properties of an object, except names that are not identifiers. */
export function moduleOf(name: string, exports: object): string {
  shared[name] = exports as Record<string, unknown>;
  const names = Object.keys(exports).filter((name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== "default");
  const from = `globalThis[Symbol.for("botwire.playground")][${JSON.stringify(name)}]`;
  return address(`export const { ${names.join(", ")} } = ${from};\n`);
}

/** Releases the modules once they have been loaded. */
export function release(names: Iterable<string>, addresses: Iterable<string>): void {
  for (const name of names) delete shared[name];
  for (const address of addresses) URL.revokeObjectURL(address);
}

/** The entries of the package that code may import, by their names. */
const packages = new Map(Object.entries({ botwire, "botwire/conversations": conversations }).map(([name, exports]) => [name, moduleOf(name, exports)]));

/** Code whose import does not resolve, with the line of the import. */
export class ImportError extends Error {
  constructor(
    message: string,
    readonly line: number,
  ) {
    super(message);
    this.name = "ImportError";
  }
}

/** Makes a module of code. `available` are the modules that this code alone may import. */
export function link({ text = "", imports }: Code, available: ReadonlyMap<string, string>, prologue: string): string {
  let linked = "";
  let at = 0;
  for (const { specifier, from, to } of imports) {
    const found = packages.get(specifier) ?? available.get(specifier.replace(/\.(js|ts)$/, ""));
    if (found === undefined) {
      const line = text.slice(0, from).split("\n").length;
      throw new ImportError(`There is no “${specifier}” on this page: a bot here imports “botwire”, “botwire/conversations” and “./options”.`, line);
    }
    linked += text.slice(at, from) + found;
    at = to;
  }
  // On the first line, so that line numbers do not change.
  return address(prologue + linked + text.slice(at));
}
