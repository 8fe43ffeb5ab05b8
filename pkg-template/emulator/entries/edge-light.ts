// `botwire/emulator` in Vercel's edge runtime; see entries/edge-light.

import module from "../emulator.wasm?module";
import { configure } from "../core/module.js";

configure({ now: () => Object.setPrototypeOf(module, WebAssembly.Module.prototype) });

export * from "./create.js";
