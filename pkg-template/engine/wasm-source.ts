// Compiles a wasm file in any form, for init() of the client and of the emulator.

/** Compiles a wasm file from bytes, a `Response` or a URL. Returns other values, such as a compiled module, unchanged. */
export async function compiled(source: unknown): Promise<unknown> {
  let found: any = await source;
  if (typeof found === "string" || typeof found?.href === "string") {
    const url = String(found);
    found = await globalThis.fetch(url).catch((error) => {
      throw new Error(`${url.slice(0, 200)}: ${error.message}`);
    });
  }
  if (typeof found?.arrayBuffer === "function") {
    if (found.ok === false) throw new Error(`${String(found.url).slice(0, 200)}: HTTP ${found.status}`);
    found = await found.arrayBuffer();
  }
  const isBytes = ArrayBuffer.isView(found) || Object.prototype.toString.call(found) === "[object ArrayBuffer]";
  // Next.js refuses to build an edge function that contains WebAssembly.compile, even if it is never called.
  return isBytes ? globalThis.WebAssembly.compile(found) : found;
}
