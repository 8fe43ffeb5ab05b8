// Browsers, with any other bundler: the inlined bytes, as esbuild, Rollup and Vite while developing ship no file with them.
// Neither import() nor import.meta, which some leave as they are in the single file that a worker or a classic script is.
import { configure } from "../engine/configure.js";
import { isNode, streamForNode } from "../request/body-stream.js";
import { bytes } from "./base64.js";

// A form: JSON would cost a preflight request for every call.
configure({ load: () => WebAssembly.compile(bytes()), encoding: "form" });
// In a test of a page another `fetch`, which may take no stream, replaces Node's own.
if (isNode() && typeof document === "undefined") configure({ stream: streamForNode });

export * from "../index.js";
