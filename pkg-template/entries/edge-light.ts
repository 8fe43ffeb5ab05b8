// Vercel's edge runtime: as in workerd, bytes cannot be compiled, and its bundler wants "?module" on the import.
import module from "../botwire.wasm?module";
import { configure } from "../engine/configure.js";

// A self-hosted Next.js compiles the module in another realm, so `instanceof WebAssembly.Module` would be false here.
configure({ load: () => Object.setPrototypeOf(module, WebAssembly.Module.prototype) });

export * from "../index.js";
