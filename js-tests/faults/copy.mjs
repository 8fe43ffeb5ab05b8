// A second copy of the package in the same process, as two dependencies of a program may bring it.
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const installed = fileURLToPath(new URL("../node_modules/botwire", import.meta.url));

/** Copies the package elsewhere and imports it from there. */
export async function secondCopy() {
  const folder = await mkdtemp(join(tmpdir(), "botwire-"));
  try {
    await cp(installed, folder, { recursive: true });
    const { exports } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    const copy = await import(pathToFileURL(join(folder, exports["."].node.import)).href);
    // Otherwise the wasm is read at the first call, when the folder is gone.
    await copy.init(await readFile(join(folder, "botwire.wasm")));
    return copy;
  } finally {
    await rm(folder, { recursive: true });
  }
}
