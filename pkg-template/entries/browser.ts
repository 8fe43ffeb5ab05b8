// Pages without a bundler, which name this file by its path: fetched at the first call, not before. `exports` does not name
// this file, as some bundlers leave import.meta and import() as they are in classic scripts.
import { configure } from "../engine/configure.js";
import { beside } from "./beside.js";

const inlined = (): Promise<WebAssembly.Module> => import("./base64.js").then(({ bytes }) => WebAssembly.compile(bytes()));

// A bundler that is given the path moves this file and leaves the wasm behind.
const load = (): Promise<WebAssembly.Module> => (import.meta.url?.endsWith("/entries/browser.js") ? beside().catch(inlined) : inlined());
// A form: JSON would cost a preflight request for every call.
configure({ load, encoding: "form" });

export * from "../index.js";
