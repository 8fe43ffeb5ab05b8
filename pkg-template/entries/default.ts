// Anything else: the inlined bytes need no file, no loader and no permission.
import { configure } from "../engine/configure.js";
import { isNode, streamForNode } from "../request/body-stream.js";
import { bytes } from "./base64.js";

configure({ load: () => WebAssembly.compile(bytes()) });
// For a page that loads this entry instead of one for pages: JSON would cost a preflight request for every call.
if (typeof document !== "undefined") configure({ encoding: "form" });
// In a test of a page another `fetch`, which may take no stream, replaces Node's own.
if (isNode() && typeof document === "undefined") configure({ stream: streamForNode });

export * from "../index.js";
