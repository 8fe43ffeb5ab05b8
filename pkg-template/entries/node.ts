// Node, and bundles for it: the inlined bytes, which start as fast as a file that is read, and which every bundle and every
// tracer of files takes along.
import base64 from "../botwire.wasm.base64.js";
import { configure } from "../engine/configure.js";
import { streamForNode } from "../request/body-stream.js";

// As a stream: Node's `fetch` copies a body of bytes and a Blob.
configure({ load: () => Buffer.from(base64, "base64"), stream: streamForNode, isCounting: true });

export * from "../index.js";
