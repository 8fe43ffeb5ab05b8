// `botwire/emulator` in Node, bundles for it, and Deno: the inlined bytes, which every bundle and every tracer of files takes
// along, and which Deno loads without a permission.

import { Buffer } from "node:buffer";

import base64 from "../emulator.wasm.base64.js";
import { configure } from "../core/module.js";

configure({ now: () => Buffer.from(base64, "base64") });

export * from "./create.js";
export { type Serving, type ServeOptions, serve } from "../server/http.js";
