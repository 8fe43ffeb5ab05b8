// `botwire/emulator` in Node: reads the wasm at first use, so that nobody awaits an init().

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

import { readWith } from "./module.js";

readWith(() => {
  // In the CommonJS build of this file there is no import.meta.url, in the ES module no __filename.
  const here = typeof __filename === "string" ? pathToFileURL(__filename).href : import.meta.url;
  return readFileSync(new URL("./emulator.wasm", here));
});

export * from "./index.js";
export { type Serving, type ServeOptions, serve } from "./http.js";
