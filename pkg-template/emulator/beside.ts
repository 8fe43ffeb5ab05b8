// emulator.wasm where the package has it, beside this file.

/** Fetches and compiles it. */
export async function beside(): Promise<WebAssembly.Module> {
  // In this form webpack and Vite see that the file belongs to the page, and pages without a bundler find it.
  const response = await fetch(new URL("./emulator.wasm", import.meta.url));
  if (!response.ok) throw new Error(`emulator.wasm cannot be loaded: HTTP ${response.status}`);
  // Compiled from bytes: not every server says application/wasm.
  return WebAssembly.compile(await response.arrayBuffer());
}
