// `botwire/emulator` in workerd, which compiles no wasm from bytes: importing the file returns the compiled module.

import module from "../emulator.wasm";
import { configure } from "../core/module.js";

configure({ now: () => module });

export * from "./create.js";
