// emulator.wasm as text inside the JavaScript, for where no file can be found beside it.
import { decoded } from "../entries/decoded.js";
import base64 from "./emulator.wasm.base64.js";

/** The bytes of the wasm file. */
export const bytes = (): Uint8Array<ArrayBuffer> => decoded(base64);
