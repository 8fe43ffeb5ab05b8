// emulator.wasm as text inside the JavaScript, for where no file can be found beside it.
import base64 from "./emulator.wasm.base64.js";

/** The bytes of the wasm file. */
export const bytes = (): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
