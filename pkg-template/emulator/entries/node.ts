// `botwire/emulator` in Node by require(), shipped as CommonJS only: reads the wasm at first use, in a form that tracers of
// files see, instead of a third copy of its bytes.

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { configure } from "../core/module.js";

configure({
  now: () => readFileSync(join(__dirname, "../emulator.wasm")),
  // For init(), if a bundler with its own conditions has moved this file without the wasm. Other bundlers use server.
  soon: () => import("./base64.js").then(({ bytes }) => bytes()),
});

export * from "./create.js";
export { serve } from "../server/http.js";
