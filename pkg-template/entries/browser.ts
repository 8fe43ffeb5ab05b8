// Pages without a bundler, which import this file by its path: the wasm file is fetched at the first call. `exports` does not
// name this file, because some bundlers leave import.meta and import() in classic scripts.
import { configure } from "../engine/configure.js";
import { beside } from "./beside.js";

const inlined = (): Promise<WebAssembly.Module> => import("./base64.js").then(({ bytes }) => WebAssembly.compile(bytes()));

// A bundler that resolves the path moves this file without the wasm file.
const load = (): Promise<WebAssembly.Module> => (import.meta.url?.endsWith("/entries/browser.js") ? beside().catch(inlined) : inlined());
// A form: JSON would cost a preflight request for every call.
configure({ load, encoding: "form" });

export * from "../index.js";
