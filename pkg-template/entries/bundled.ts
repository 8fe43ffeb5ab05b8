// Browsers, with any other bundler: the inlined bytes, because esbuild, Rollup and Vite's development server ship no wasm file.
// Without import() and import.meta, which some bundlers leave in the single file of a worker or a classic script.
import { configure } from "../engine/configure.js";
import { isNode, streamForNode } from "../request/body-stream.js";
import { bytes } from "./base64.js";

// A form: JSON would cost a preflight request for every call.
configure({ load: () => WebAssembly.compile(bytes()), encoding: "form" });
// In a test of a page another `fetch`, which may take no stream, replaces Node's own.
if (isNode() && typeof document === "undefined") configure({ stream: streamForNode });

export * from "../index.js";
