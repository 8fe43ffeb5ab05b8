// Browsers: fetched at the first call, inside a function, as a top-level await deadlocks what Vite builds.
import { platform } from "../engine.js";

platform.load = async () => {
  try {
    // In this form Vite, webpack and Rollup see that the file belongs to the page, and pages without a bundler find it.
    const response = await fetch(new URL("../botwire.wasm", import.meta.url));
    // Compiled from bytes: not every server says application/wasm.
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch {
    // esbuild, and Vite while developing, move this file without the wasm; a server then answers 404 or its start page.
    const { bytes } = await import("./base64.js");
    return WebAssembly.compile(bytes());
  }
};
// JSON would cost a preflight request for every call.
platform.encoding = "form";

export * from "../index.js";
