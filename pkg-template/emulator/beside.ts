// emulator.wasm where the package has it, next to this file; entries/beside says why in this form.
import { fetched } from "../entries/fetched.js";

/** Fetches and compiles it. */
export const beside = (): Promise<WebAssembly.Module> => fetched(new URL("./emulator.wasm", import.meta.url));
