// `botwire/emulator` in Bun: `type: "file"` gives the path of the file, also inside what `bun build` makes.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";

// @ts-ignore: TypeScript takes any .wasm for a module; Bun gives a path.
import path from "./emulator.wasm" with { type: "file" };
import { configure } from "./module.js";

// What `bun build` makes names the file from its own folder, wherever it is started.
configure({ now: () => readFileSync(resolve(import.meta.dirname, path as unknown as string)) });

export * from "./create.js";
export { type Serving, type ServeOptions, serve } from "./http.js";
