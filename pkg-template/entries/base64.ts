// The wasm file as text inside the JavaScript, for where no file can be found beside it.
import base64 from "../botwire.wasm.base64.js";
import { decoded } from "./decoded.js";

/** The bytes of the wasm file. */
export const bytes = (): Uint8Array<ArrayBuffer> => decoded(base64);
