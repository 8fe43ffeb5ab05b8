// Anything else: the inlined bytes need no file, no loader and no permission.
import { platform } from "../engine.js";
import { isNode, streamForNode } from "../stream.js";
import { bytes } from "./base64.js";

platform.load = () => WebAssembly.compile(bytes());
// A page that has come here instead of to an entry for pages has the same reason not to send JSON.
if (typeof document !== "undefined") platform.encoding = "form";
// What stands in for `fetch` in a test of a page may take no stream.
if (isNode() && typeof document === "undefined") platform.stream = streamForNode;

export * from "../index.js";
