// `botwire/emulator` anywhere else: the inlined bytes need no file, no loader and no permission.

import { bytes } from "./base64.js";
import { source } from "./module.js";

source.now = bytes;

export * from "./create.js";
