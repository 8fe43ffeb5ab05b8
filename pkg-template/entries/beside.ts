// The wasm file at its place in the package, next to this folder.
import { fetched } from "./fetched.js";

/** Fetches and compiles it. In this form webpack sees that the file belongs to the page, and pages without a bundler find it. */
export const beside = (): Promise<WebAssembly.Module> => fetched(new URL("../botwire.wasm", import.meta.url));
