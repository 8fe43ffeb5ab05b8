// `botwire/emulator` in Node: reads the wasm at first use, so that nobody awaits an init().

import { readFileSync } from "node:fs";

import { readWith } from "./module.js";

readWith(() => readFileSync(new URL("./emulator.wasm", import.meta.url)));

export * from "./index.js";
export { type Serving, type ServeOptions, serve } from "./http.js";
