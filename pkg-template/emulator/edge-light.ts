// `botwire/emulator` in Vercel's edge runtime; entries/edge-light says why it is as it is.

import module from "./emulator.wasm?module";
import { configure } from "./module.js";

configure({ now: () => Object.setPrototypeOf(module, WebAssembly.Module.prototype) });

export * from "./create.js";
