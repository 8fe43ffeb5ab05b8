// Vercel's edge runtime: as in workerd, bytes cannot be compiled, and its bundler wants "?module" on the import.
import module from "../botwire.wasm?module";
import { platform } from "../engine.js";

// Next.js on one's own server compiles the module in another realm, where "instanceof WebAssembly.Module" fails here.
platform.load = () => Object.setPrototypeOf(module, WebAssembly.Module.prototype);

export * from "../index.js";
