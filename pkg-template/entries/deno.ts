// Deno: the inlined bytes, since reading a file would ask the user for --allow-read.
import { configure } from "../engine/configure.js";
import { refuseNodeOptions } from "../options/node-options.js";
import { type Parts, streamOf } from "../request/body-stream.js";

/** Deno's `fetch` announces no length of a stream, but asks a Blob for size and stream: this one returns those of the body. */
function countedBlob(parts: Parts, size: number): Blob | undefined {
  if (Array.isArray(parts)) return undefined;
  return Object.defineProperties(new Blob(), { size: { value: size }, stream: { value: () => streamOf(parts) } });
}

configure({ load: () => import("./base64.js").then(({ bytes }) => bytes()), stream: countedBlob, transport: refuseNodeOptions });

export * from "../index.js";
