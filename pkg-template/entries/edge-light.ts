// Vercel's edge runtime: as in workerd, bytes cannot be compiled, and its bundler wants "?module" on the import.
import module from "../botwire.wasm?module";
import { configure } from "../engine/configure.js";

// Next.js on one's own server compiles the module in another realm, where "instanceof WebAssembly.Module" fails here.
configure({ load: () => Object.setPrototypeOf(module, WebAssembly.Module.prototype) });

export * from "../index.js";
