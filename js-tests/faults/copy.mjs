// A second copy of the package in the same process, as two dependencies of a program may bring it.
import { cp, mkdir, readFile, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const installed = fileURLToPath(new URL("../node_modules/botwire", import.meta.url));
const folder = fileURLToPath(new URL("../../target/js-tests/copy", import.meta.url));

/** Installs the copy and imports it. */
export async function secondCopy() {
  const target = `${folder}-${process.pid}`;
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  try {
    await cp(installed, `${target}/botwire`, { recursive: true });
    const { exports } = JSON.parse(await readFile(`${target}/botwire/package.json`, "utf8"));
    let entry = exports["."];
    while (typeof entry === "object") entry = entry.node ?? entry.import ?? entry.default;
    const copy = await import(new URL(entry, `file://${target}/botwire/`));
    // Its wasm is read at the first call, which must come before the folder goes.
    await copy.init?.(await readFile(`${installed}/botwire.wasm`));
    return copy;
  } finally {
    await rm(target, { recursive: true, force: true });
  }
}
