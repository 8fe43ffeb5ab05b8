// Node, and bundles for it: the inlined bytes, which start as fast as a file that is read, and which every bundle and every
// tracer of files takes along.
import base64 from "../botwire.wasm.base64.js";
import { configure } from "../engine/configure.js";
import { refuseNodeOptions } from "../options/node-options.js";
import { streamForNode } from "../request/body-stream.js";
import { nodeTransport } from "../transport/node/transport.js";

const { process } = globalThis as any;
/** Other runtimes load this entry from bundles for Node. Their `fetch` costs less, or is the one that uses the system's proxy. */
const isOtherRuntime = "Bun" in globalThis || "Deno" in globalThis || process.versions.electron !== undefined;

// As a stream: Node's `fetch` copies a body of bytes and a Blob.
configure({
  load: () => Buffer.from(base64, "base64"),
  stream: streamForNode,
  isCounting: true,
  transport: isOtherRuntime ? refuseNodeOptions : nodeTransport,
});

export * from "../index.js";
