// Cloudflare Workers: workerd compiles no wasm from bytes at run time; importing the file gives the compiled module.
import module from "../botwire.wasm";
import { platform } from "../engine.js";
import { isNode, type Parts } from "../stream.js";

platform.load = () => module;
// To read a stream piece by piece would cost as much as all the rest of a delivery. workerd itself reads no more than the
// length that was announced; and without a host a request did not come over HTTP, but was made by the program itself.
platform.boundedBy = (length, headers) =>
  length !== null ? "length" : headers.get("host") === null ? "program" : undefined;

// Its `fetch` copies what it is given as bytes or as a Blob, which is less work than a stream while it is little, and
// announces no length of any stream but this one. Bundles for workerd are run in Node as well.
const isFixed = typeof FixedLengthStream === "function";
if (isFixed || isNode()) {
  platform.stream = (parts: Parts, length: number) => {
    if (length < 2 ** 18) return undefined;
    const { readable, writable } = isFixed ? new FixedLengthStream(length) : new TransformStream();
    // What fails here fails the request.
    write(parts, writable).catch(() => {});
    return readable;
  };
}

async function write(parts: Parts, writable: WritableStream): Promise<void> {
  for (const part of parts) {
    if (part instanceof Blob) {
      // JavaScript would be given 4 kB at a time.
      await part.stream().pipeTo(writable, { preventClose: true });
      continue;
    }
    const writer = writable.getWriter();
    // What is written is copied until it is sent.
    for (let at = 0; at < part.length; at += 2 ** 20) await writer.write(part.subarray(at, at + 2 ** 20));
    writer.releaseLock();
  }
  await writable.close();
}

export * from "../index.js";
