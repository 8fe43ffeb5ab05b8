// Cloudflare Workers: workerd compiles no wasm from bytes at run time; importing the file returns the compiled module.
import module from "../botwire.wasm";
import { configure } from "../engine/configure.js";
import type { Parts } from "../request/body-stream.js";

/** The size from which a stream costs less than the copy that workerd's `fetch` makes of other bodies. */
const WORTH_A_STREAM = 2 ** 18;

function stream(parts: Parts, length: number): ReadableStream | undefined {
  if (length < WORTH_A_STREAM && Array.isArray(parts)) return undefined;
  const { readable, writable } = new FixedLengthStream(length);
  // An error here fails the request too.
  write(parts, writable).catch(() => {});
  return readable;
}

/** Pipes the parts by the platform: JavaScript would get 4 kB of a Blob at a time. */
async function write(parts: Parts, writable: WritableStream): Promise<void> {
  for (const part of parts) await new Response(part as Blob).body!.pipeTo(writable, { preventClose: true });
  await writable.close();
}

// Bundles for workerd also run elsewhere.
configure({ load: () => module, stream: typeof FixedLengthStream === "function" ? stream : undefined });

export * from "../index.js";
