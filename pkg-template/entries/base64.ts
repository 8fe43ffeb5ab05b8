// The wasm file as text inside the JavaScript, for where no other file can be found.
import base64 from "../botwire.wasm.base64.js";
import { decodeBase64 } from "./decode-base64.js";

/** Returns the bytes of the wasm file. */
export const bytes = (): Uint8Array<ArrayBuffer> => decodeBase64(base64);
