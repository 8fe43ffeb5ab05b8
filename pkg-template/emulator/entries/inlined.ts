// `botwire/emulator` anywhere else: the inlined bytes need no file, no loader and no permission.

import { bytes } from "./base64.js";
import { configure } from "../core/module.js";

configure({ now: bytes });

export * from "./create.js";
