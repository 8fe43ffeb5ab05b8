// The name and the folder of the project. The folder is created completely or not at all.
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { Failure } from "./failure.js";

/** Words of Rust, which cargo refuses as names. */
const KEYWORDS =
  "abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen if impl in let loop macro match mod move mut override priv pub ref return self static struct super trait true try type typeof unsafe unsized use virtual where while yield".split(" ");

/** Names that cargo, npm or Windows refuse, and names of folders that they create. */
const TAKEN = [...KEYWORDS, "botwire", "test", "core", "std", "alloc", "proc-macro", "build", "deps", "examples", "incremental", "node-modules", "con", "nul", "aux", "prn", ...["com", "lpt"].flatMap((port) => Array.from("123456789", (digit) => port + digit))];

/** Letters that have no form without a mark. */
const PLAIN = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", þ: "th", ı: "i" };

/** Returns a valid name that resembles this one. Empty if that would drop letters. */
function similarTo(name) {
  const plain = name.toLowerCase().replace(/[ßæœøłđþı]/g, (letter) => PLAIN[letter]).normalize("NFKD").replace(/\p{M}/gu, "");
  if (/[^\P{L}a-z]/u.test(plain)) return "";
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^[^a-z]+|-+$/g, "").slice(0, 63);
}

/** The absolute path of a folder, and the name of the project, which is the name of the folder. @throws Failure if it is invalid. */
export function placeOf(folder, taken = []) {
  const [, unscoped] = /^@[^/\\]+[/\\]([^/\\]+)$/.exec(folder) ?? [];
  if (unscoped) throw new Failure(`the name ${JSON.stringify(folder)} is invalid: a bot has no scope; use ${unscoped}`);
  const path = resolve(folder);
  const name = basename(path);
  // npm, cargo and wrangler all accept these names.
  if (!/^[a-z][a-z0-9-]{0,61}[a-z0-9]$|^[a-z]$/.test(name)) {
    const advice = similarTo(name);
    throw new Failure(`the name ${JSON.stringify(name)} is invalid: use at most 63 lower-case letters, digits and hyphens, and start with a letter${advice && `, such as ${advice}`}`);
  }
  if (TAKEN.includes(name) || taken.includes(name)) throw new Failure(`the name ${name} is reserved, or a package of the project has it: choose another name`);
  if (existsSync(path)) {
    if (!statSync(path).isDirectory()) throw new Failure(`${path} is a file: choose another name`);
    const [first] = readdirSync(path).filter((entry) => entry !== ".git");
    if (first !== undefined) throw new Failure(`the folder ${path} is not empty, it contains ${first}: choose another name`);
  }
  return { path, name };
}

/** Writes the files to a temporary folder next to the project and renames it, so that a failure leaves no incomplete project. */
export function write(path, files) {
  const parent = dirname(path);
  let made;
  let temporary;
  try {
    made = mkdirSync(parent, { recursive: true });
    temporary = join(parent, `.${basename(path)}-${randomUUID()}`);
    // Not `mkdtemp`, whose folders only their owner may read.
    mkdirSync(temporary);
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(temporary, file)), { recursive: true });
      writeFileSync(join(temporary, file), text);
    }
    if (!existsSync(path)) renameSync(temporary, path);
    // The folder may be the current one of the terminal.
    else for (const entry of readdirSync(temporary)) renameSync(join(temporary, entry), join(path, entry));
  } catch (error) {
    if (made !== undefined) rmSync(made, { recursive: true, force: true });
    throw new Failure(`${path} could not be written: ${error.message}`);
  } finally {
    if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true });
  }
}
