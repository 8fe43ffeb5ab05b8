// Loads a wasm file from a URL.

/** Fetches and compiles it. */
export async function fetched(url: string | URL): Promise<WebAssembly.Module> {
  const response = await fetch(url).catch((error) => {
    throw new Error(`${String(url).slice(0, 200)}: ${error.message}`);
  });
  if (!response.ok) throw new Error(`${String(url).slice(0, 200)}: HTTP ${response.status}`);
  // Compiled from bytes: not every server says application/wasm.
  return WebAssembly.compile(await response.arrayBuffer());
}
