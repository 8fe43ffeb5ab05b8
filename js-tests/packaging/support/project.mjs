// A project outside the repository: a new folder with the packed package installed as its users install it.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join, posix, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { root as repository, target } from "../../support/target.mjs";
import { temporary } from "../../support/temporary.mjs";

const run = promisify(execFile);
const packaging = fileURLToPath(new URL("..", import.meta.url));
const shared = fileURLToPath(new URL("../shared", import.meta.url));
const NPM = process.platform === "win32" ? "npm.cmd" : "npm";

/**
 * Makes the project of a test and removes it after: the shared sources, the files of its folder, and the package.
 * Returns its folder.
 */
export async function project(test) {
  const folder = temporary();
  const testFolder = dirname(fileURLToPath(test));
  await cp(shared, folder, { recursive: true });
  await cp(testFolder, folder, { recursive: true, filter: (file) => !file.endsWith(".test.mjs") });
  await cp(await installed(), folder, { recursive: true, verbatimSymlinks: true });
  return folder;
}

/**
 * A project with nothing but the package, made once for each content of `pkg/`: npm packs and installs in two seconds,
 * a copy takes a tenth. Returns its folder.
 */
async function installed() {
  const all = join(target, "packaging");
  const folder = join(all, await digest(join(repository, "pkg")));
  if (existsSync(folder)) return folder;
  await mkdir(all, { recursive: true });
  const made = await mkdtemp(join(all, "new-"));
  await writeFile(join(made, "package.json"), JSON.stringify({ name: "project", private: true }));
  await install(made, await pack(made));
  // Another test file may have been quicker.
  await rename(made, folder).catch(() => rm(made, { recursive: true }));
  const others = (await readdir(all)).map((name) => join(all, name)).filter((other) => other !== folder && !basename(other).startsWith("new-"));
  await Promise.all(others.map((other) => rm(other, { recursive: true, force: true })));
  return folder;
}

/** A digest of the names and contents of all files below a folder. */
async function digest(folder) {
  const hash = createHash("sha256");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  for (const file of files.sort()) hash.update(`${relative(folder, file)}\0`).update(await readFile(file));
  return hash.digest("hex").slice(0, 16);
}

/** Packs `pkg/` as for the registry, into that folder. Returns the tarball. */
export async function pack(folder) {
  const { stdout } = await npm(["pack", "--silent", "--ignore-scripts", "--pack-destination", folder, join(repository, "pkg")], folder);
  return join(folder, stdout.trim().split("\n").at(-1));
}

/** Installs a tarball; `--offline`, because the package has no dependencies. */
export async function install(folder, tarball) {
  await npm(["install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", tarball], folder);
}

const npm = (parameters, cwd) => run(NPM, parameters, { cwd, shell: process.platform === "win32" });

/** The files below a folder with that ending, as paths. */
export async function filesWith(ending, folder) {
  const files = await readdir(folder, { recursive: true });
  return files.filter((file) => file.endsWith(ending));
}

/** The installed manifest. */
export const manifest = async (folder) => JSON.parse(await readFile(join(folder, "node_modules/botwire/package.json"), "utf8"));

/** The files for pages without a bundler, relative to the project, as in the guide. */
export const PLAIN = {
  botwire: "./node_modules/botwire/entries/browser.js",
  "botwire/emulator": "./node_modules/botwire/emulator/index.js",
};

/** The file of an entry under these conditions, relative to the project: for tools that do not resolve package names. */
export async function entry(folder, conditions, name = ".") {
  const choose = (target) => {
    if (typeof target === "string") return target;
    const found = Object.entries(target).filter(([condition]) => condition === "default" || conditions.includes(condition));
    return found.map(([, inner]) => choose(inner)).find(Boolean);
  };
  return `./${posix.join("node_modules/botwire", choose((await manifest(folder)).exports[name]))}`;
}

/** Lets a project use packages of this folder, or another one, as if they were installed there. */
export async function link(folder, names, from = packaging) {
  for (const name of names) {
    const place = join(folder, "node_modules", name);
    await mkdir(dirname(place), { recursive: true });
    await symlink(join(from, "node_modules", name), place, "junction");
  }
}
