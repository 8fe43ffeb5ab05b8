// `botwire/emulator` in pages without a bundler, which import this file by its path: init() fetches the wasm.

import { beside } from "./entries/beside.js";
import { configure } from "./core/module.js";

const inlined = (): Promise<WebAssembly.Module> => import("./entries/base64.js").then(({ bytes }) => WebAssembly.compile(bytes()));

// A bundler that resolves the path moves this file without the wasm.
configure({ soon: () => (import.meta.url?.endsWith("/emulator/index.js") ? beside().catch(inlined) : inlined()) });

export * from "./entries/create.js";
