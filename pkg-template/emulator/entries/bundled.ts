// `botwire/emulator` in browsers, with any other bundler; see entries/bundled.

import { bytes } from "./base64.js";
import { configure } from "../core/module.js";

configure({ soon: () => WebAssembly.compile(bytes()) });

export * from "./create.js";
