// The folder next to the file of `--state`: contents of large files, each written once and named by its hash, so that a save costs
// by the size of the change.
//
// A state with such contents begins with a line of JSON, `{"files":[…]}`, with their names. In the snapshot after it, `"@0"` stands
// for the first one. A content is complete before a state names it, and is removed only after a state without it was saved, so a
// process may be killed at any moment.

import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Core } from "../emulator/core/core.js";
import { ensureLoaded } from "../emulator/core/module.js";
import { Service } from "../emulator/emulator.js";

const [BRACE, NEWLINE] = [123, 10];
const NAME = /^[0-9a-f]{64}(\.tmp)?$/;
/** A number in place of a content. In strings of JSON, quotes are escaped, so no message can look like this. */
const PLACE = /"bytes":"@(\d+)"/g;

/** Writes a file through to the disk. Messages and tokens are for the user only. */
export function writeThrough(file: string, ...parts: Uint8Array[]): void {
  const descriptor = openSync(file, "w", 0o600);
  try {
    for (const part of parts) writeFileSync(descriptor, part);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Returns the name of a content. */
const nameOf = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");

/** Returns the names in the first line of a state. */
function filesIn(line: Uint8Array): string[] {
  try {
    return (JSON.parse(new TextDecoder().decode(line)) as { files: string[] }).files;
  } catch {
    throw new Error("the line of its files is damaged");
  }
}

/** The contents in a folder. */
export class Contents {
  readonly #folder: string;
  /** Names of the contents of the last saved state by their numbers; `undefined` after an error. */
  #names: string[] | undefined;
  /** True if the folder may have other contents. */
  #hasOthers = true;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Returns the snapshot of a state, with all contents.
   *
   * @throws If a content is missing or damaged.
   */
  join(state: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    if (state[0] !== BRACE) return state;
    const end = state.indexOf(NEWLINE);
    const files = filesIn(state.subarray(0, end));
    ensureLoaded();
    const text = new TextDecoder().decode(Service.unsealed(state.subarray(end + 1)));
    const encoder = new TextEncoder();
    const parts: Uint8Array[] = [];
    let from = 0;
    for (const { 0: found, 1: number, index } of text.matchAll(PLACE)) {
      parts.push(encoder.encode(`${text.slice(from, index)}"bytes":"`), encoder.encode(`${Buffer.from(this.#read(files[Number(number)]!)).toString("base64")}"`));
      from = index + found.length;
    }
    return Service.sealed(Buffer.concat([...parts, encoder.encode(text.slice(from))])) as Uint8Array<ArrayBuffer>;
  }

  #read(name: string): Uint8Array {
    const path = join(this.#folder, name);
    if (!existsSync(path)) throw new Error(`the state needs the file ${path}, which is missing`);
    const content = readFileSync(path);
    if (nameOf(content) !== name) throw new Error(`the file ${path} is damaged`);
    return content;
  }

  /** Writes the contents that are new, and returns the parts of the file of the state. */
  split(core: Core): Uint8Array[] {
    const former = this.#names;
    const [state, ...contents] = core.saveApart(former !== undefined);
    const names = contents.map((content) => (typeof content === "number" ? former![content]! : this.#write(content)));
    const named = new Set(names);
    this.#hasOthers ||= former === undefined || former.some((name) => !named.has(name));
    this.#names = names;
    return names.length === 0 ? [state] : [new TextEncoder().encode(`${JSON.stringify({ files: names })}\n`), state];
  }

  #write(content: Uint8Array): string {
    const name = nameOf(content);
    const path = join(this.#folder, name);
    if (existsSync(path)) return name;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const next = `${path}.tmp`;
    writeThrough(next, content);
    renameSync(next, path);
    return name;
  }

  /** Removes the contents that the saved state does not name, and those that were not completed. */
  removeOthers(): void {
    if (!this.#hasOthers || this.#names === undefined) return;
    this.#hasOthers = false;
    if (!existsSync(this.#folder)) return;
    const named = new Set(this.#names);
    for (const name of readdirSync(this.#folder)) {
      if (NAME.test(name) && !named.has(name)) rmSync(join(this.#folder, name), { force: true });
    }
  }

  /** After an error: the next save writes all contents that are not there. */
  forget(): void {
    this.#names = undefined;
  }
}
