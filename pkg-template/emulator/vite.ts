// `botwire/emulator` in browsers, with Vite for production; entries/vite says why it is as it is.

import { bytes } from "./base64.js";
import { beside } from "./beside.js";
import { source } from "./module.js";

source.soon = () =>
  import.meta.env?.PROD && import.meta.env.MODE !== "development" ? beside() : WebAssembly.compile(bytes());

export * from "./create.js";
