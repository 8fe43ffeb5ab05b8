// Bundles entries for Node into one file each, as ES module or CommonJS, without the bytes of the wasm.
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const { buildSync } = createRequire(new URL("../../js-tests/package.json", import.meta.url))("esbuild");

/** Makes the paths in comments relative to a folder, so that the bytes do not depend on where the package is built. */
const from = (folder) => ({ absWorkingDir: resolve(folder) });

/** Returns every file in the `exports` of a package.json. */
export function targets(exports) {
  return typeof exports === "string" ? [exports] : Object.values(exports).flatMap(targets);
}

/** Writes the CommonJS files of a package's folder. The bytes of the wasm stay in a separate file. */
export function writeCommonJs(folder, exports) {
  for (const file of targets(exports).filter((target) => target.endsWith(".cjs"))) {
    const { warnings } = buildSync({
      ...from(folder),
      entryPoints: [join(folder, file.replace(/cjs$/, "js"))],
      outfile: join(folder, file),
      bundle: true,
      format: "cjs",
      platform: "node",
      target: "node20",
      external: file.endsWith("/node.cjs") ? ["*/base64.js"] : [],
      logLevel: "error",
    });
    if (warnings.length > 0) throw new Error(JSON.stringify(warnings));
  }
}

/** Bundles an ES module and all its imports into one file: Node needs 0.2 ms for each file. */
export function bundleModule(folder, file) {
  const path = join(folder, file);
  const { warnings } = buildSync({
    ...from(folder),
    entryPoints: [path],
    outfile: path,
    allowOverwrite: true,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    external: ["*.base64.js"],
    logLevel: "error",
  });
  if (warnings.length > 0) throw new Error(JSON.stringify(warnings));
}
