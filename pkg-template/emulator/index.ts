// `botwire/emulator` in browsers with no bundler: init() fetches the file.

import { beside } from "./beside.js";
import { source } from "./module.js";

const inlined = (): Promise<WebAssembly.Module> => import("./base64.js").then(({ bytes }) => WebAssembly.compile(bytes()));

// A bundler with conditions of its own may come here, move this file and leave the wasm behind.
source.soon = () => (import.meta.url?.endsWith("/emulator/index.js") ? beside().catch(inlined) : inlined());

export * from "./create.js";
