// `botwire/emulator` in pages without a bundler, which import this file by its path: init() fetches the wasm.

import { beside } from "./beside.js";
import { configure } from "./module.js";

const inlined = (): Promise<WebAssembly.Module> => import("./base64.js").then(({ bytes }) => WebAssembly.compile(bytes()));

// A bundler that resolves the path moves this file without the wasm.
configure({ soon: () => (import.meta.url?.endsWith("/emulator/index.js") ? beside().catch(inlined) : inlined()) });

export * from "./create.js";
