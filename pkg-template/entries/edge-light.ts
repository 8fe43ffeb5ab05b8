// Vercel's edge runtime: as in workerd, bytes cannot be compiled, and its bundler wants "?module" on the import.
import module from "../botwire.wasm?module";
import { platform } from "../engine.js";

platform.load = () => module;

export * from "../index.js";
