// Entries for Node in one file each: an ES module, or CommonJS, and all that it imports but the bytes of the wasm.
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const { buildSync } = createRequire(new URL("../../js-tests/package.json", import.meta.url))("esbuild");

/** The folder that the names in comments start from, so that the bytes do not depend on where the package is built. */
const from = (folder) => ({ absWorkingDir: resolve(folder) });

/** Every file that the `exports` of a package.json name. */
export function targets(exports) {
  return typeof exports === "string" ? [exports] : Object.values(exports).flatMap(targets);
}

/** Writes the CommonJS files of a package's folder. The bytes of the wasm stay in a file of their own. */
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

/** Makes one file of an ES module and all that it imports: Node takes 0.2 ms for each file. */
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
