// The name and the folder of the project. The folder is created as a whole or not at all.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { Failure } from "./failure.js";

/** Names that cargo or npm refuse, and those of folders that they make. */
const TAKEN = ["botwire", "test", "core", "std", "alloc", "build", "deps", "examples", "incremental", "node-modules", "con", "nul", "aux", "prn"];

/** The whole path of a folder, and the name of the project, which is that of the folder. @throws Failure if it cannot be one. */
export function placeOf(folder, taken = []) {
  const path = resolve(folder);
  const name = basename(path);
  // What npm, cargo and wrangler all accept.
  if (!/^[a-z][a-z0-9-]{0,61}[a-z0-9]$|^[a-z]$/.test(name)) {
    const advice = name.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^[^a-z]+|-+$/g, "").slice(0, 63);
    throw new Failure(`the name ${JSON.stringify(name)}: expected small letters, digits and hyphens, 63 at most, a letter first${advice && `, such as ${advice}`}`);
  }
  if (TAKEN.includes(name) || taken.includes(name)) throw new Failure(`the name ${name} is taken by something that the project uses; choose another one`);
  if (existsSync(path)) {
    if (!statSync(path).isDirectory()) throw new Failure(`${path} is a file`);
    const [first] = readdirSync(path).filter((entry) => entry !== ".git");
    if (first !== undefined) throw new Failure(`the folder ${path} is not empty: it has ${first}`);
  }
  return { path, name };
}

/** Writes the files to a temporary folder next to the project, and then renames it, so that a failure leaves nothing half made. */
export function write(path, files) {
  const parent = dirname(path);
  let made;
  let temporary;
  try {
    made = mkdirSync(parent, { recursive: true });
    temporary = mkdtempSync(join(parent, `.${basename(path)}-`));
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(temporary, file)), { recursive: true });
      writeFileSync(join(temporary, file), text);
    }
    if (!existsSync(path)) renameSync(temporary, path);
    // The folder may be the one in which the terminal is.
    else for (const entry of readdirSync(temporary)) renameSync(join(temporary, entry), join(path, entry));
  } catch (error) {
    if (made !== undefined) rmSync(made, { recursive: true, force: true });
    throw new Failure(`${path} could not be written: ${error.message}`);
  } finally {
    if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true });
  }
}
