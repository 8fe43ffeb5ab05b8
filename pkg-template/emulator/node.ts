// `botwire/emulator` in Node: reads the wasm at first use, so that nobody awaits an init().

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

import { source } from "./module.js";

source.now = () => {
  // In the CommonJS build of this file there is no import.meta.url, in the ES module no __filename.
  const here = typeof __filename === "string" ? pathToFileURL(__filename).href : import.meta.url;
  return readFileSync(new URL("./emulator.wasm", here));
};
// For init(), where a bundler with conditions of its own (others get server) has moved this file and left the wasm behind.
source.soon = () => import("./base64.js").then(({ bytes }) => bytes());

export * from "./create.js";
export { type Serving, type ServeOptions, serve } from "./http.js";
