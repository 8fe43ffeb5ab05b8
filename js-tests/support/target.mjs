// The output folder of cargo and the suites.
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

export const target = resolve(root, process.env.CARGO_TARGET_DIR ?? "target");
