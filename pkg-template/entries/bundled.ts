// Browsers, with any other bundler: the inlined bytes, as esbuild, Rollup and Vite while developing ship no file with them.
// Neither import() nor import.meta, which some leave as they are in the single file that a worker or a classic script is.
import { platform } from "../engine.js";
import { isNode, streamForNode } from "../stream.js";
import { bytes } from "./base64.js";

platform.load = () => WebAssembly.compile(bytes());
// JSON would cost a preflight request for every call.
platform.encoding = "form";
// What stands in for `fetch` in a test of a page may take no stream.
if (isNode() && typeof document === "undefined") platform.stream = streamForNode;

export * from "../index.js";
