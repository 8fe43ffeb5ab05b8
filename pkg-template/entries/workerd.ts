// Cloudflare Workers: workerd compiles no wasm from bytes at run time; importing the file gives the compiled module.
import module from "../botwire.wasm";
import { platform } from "../engine.js";
import { isNode, type Parts } from "../stream.js";

platform.load = (() => module);
// To read a stream piece by piece would cost as much as all the rest of a delivery. workerd itself reads no more than the
// length that was announced; and without a host a request did not come over HTTP, but was made by the program itself.
platform.boundedBy = ((length, headers) =>
  length !== null ? "length" : headers.get("host") === null ? "program" : undefined);

// Its `fetch` copies what it is given as bytes or as a Blob, which is less work than a stream while it is little. Bundles
// for workerd are run in Node as well, which announces the length that a header says instead of the expected one.
const isWorkerd = typeof FixedLengthStream === "function";
if (isWorkerd || isNode()) {
  platform.stream = (parts: Parts, expectedLength: number) => {
    if (expectedLength < 2 ** 18) return undefined;
    if (!parts.some((part) => part instanceof Blob)) {
      const left = [...parts];
      const pull = (controller: ReadableStreamDefaultController): void =>
        left.length > 0 ? controller.enqueue(left.shift()) : controller.close();
      const source = { expectedLength, pull };
      try {
        return new ReadableStream(source);
      } catch {
        // A compatibility date before 2022-11-30.
      }
    }
    if (!isWorkerd) return undefined;
    const { readable, writable } = new FixedLengthStream(expectedLength);
    // What fails here fails the request.
    write(parts, writable).catch(() => {});
    return readable;
  };
}

/** Without JavaScript, which would be given 4 kB of a Blob at a time. */
async function write(parts: Parts, writable: WritableStream): Promise<void> {
  for (const part of parts) await new Response(part as Blob).body!.pipeTo(writable, { preventClose: true });
  await writable.close();
}

export * from "../index.js";
