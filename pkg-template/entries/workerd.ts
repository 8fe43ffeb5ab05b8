// Cloudflare Workers: workerd compiles no wasm from bytes at run time; importing the file gives the compiled module.
import module from "../botwire.wasm";
import { configure } from "../engine/configure.js";
import { isNode, type Parts } from "../request/body-stream.js";

const isWorkerd = typeof FixedLengthStream === "function";

/** From this size on, a stream costs less than the copy that workerd's `fetch` makes of other bodies. */
const WORTH_A_STREAM = 2 ** 18;

function stream(parts: Parts, expectedLength: number): ReadableStream | undefined {
  const isCounted = !Array.isArray(parts);
  if (expectedLength < WORTH_A_STREAM && !isCounted) return undefined;
  if (!isCounted && !parts.some((part) => part instanceof Blob)) {
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
  // An error here fails the request too.
  write(parts, writable).catch(() => {});
  return readable;
}

/** Pipes the parts by the platform: JavaScript would get 4 kB of a Blob at a time. */
async function write(parts: Parts, writable: WritableStream): Promise<void> {
  for (const part of parts) await new Response(part as Blob).body!.pipeTo(writable, { preventClose: true });
  await writable.close();
}

configure({ load: () => module });
// Bundles for workerd also run in Node, which takes the length from a header and not from `expectedLength`.
if (isWorkerd || isNode()) configure({ stream });

export * from "../index.js";
