// Node, and bundles for it: the inlined bytes, which start as fast as a file that is read, and which every bundle and every
// tracer of files takes along.
import base64 from "../botwire.wasm.base64.js";
import { platform } from "../engine.js";
import { streamForNode } from "../stream.js";

platform.load = () => Buffer.from(base64, "base64");
// Its `fetch` copies what it is given as bytes or as a Blob.
platform.stream = streamForNode;

export * from "../index.js";
