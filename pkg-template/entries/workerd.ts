// Cloudflare Workers: workerd compiles no wasm from bytes at run time; importing the file gives the compiled module.
import module from "../botwire.wasm";
import { platform } from "../engine.js";

platform.load = () => module;

export * from "../index.js";
