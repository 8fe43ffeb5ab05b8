// `botwire/emulator` in workerd, which compiles no wasm from bytes: importing the file gives the compiled module.

import module from "./emulator.wasm";
import { readWith } from "./module.js";

readWith(() => module);

export * from "./index.js";
