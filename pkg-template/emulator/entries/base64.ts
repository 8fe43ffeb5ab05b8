// emulator.wasm as text inside the JavaScript, for where no other file can be found.
import { decodeBase64 } from "../../entries/decode-base64.js";
import base64 from "../emulator.wasm.base64.js";

/** Returns the bytes of the wasm file. */
export const bytes = (): Uint8Array<ArrayBuffer> => decodeBase64(base64);
