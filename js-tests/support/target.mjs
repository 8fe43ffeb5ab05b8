// The folder that cargo and the suites put what they make into.
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

export const target = resolve(root, process.env.CARGO_TARGET_DIR ?? "target");
