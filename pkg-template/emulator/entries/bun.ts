// `botwire/emulator` in Bun: `type: "file"` returns the path of the file, also in the output of `bun build`.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";

// @ts-ignore: TypeScript takes any .wasm for a module; Bun gives a path.
import path from "../emulator.wasm" with { type: "file" };
import { configure } from "../core/module.js";

// In the output of `bun build`, the path is relative to its folder, wherever it is started.
configure({ now: () => readFileSync(resolve(import.meta.dirname, path as unknown as string)) });

export * from "./create.js";
export { type Serving, type ServeOptions, serve } from "../server/http.js";
