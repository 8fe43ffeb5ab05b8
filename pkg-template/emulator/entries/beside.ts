// emulator.wasm as a file next to this one; entries/beside.ts explains the form of the URL.
import { fetched } from "../../entries/fetched.js";

/** Fetches and compiles it. */
export const beside = (): Promise<WebAssembly.Module> => fetched(new URL("../emulator.wasm", import.meta.url));
