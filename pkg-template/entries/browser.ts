// Browsers with no bundler: fetched at the first call, inside a function, as a top-level await deadlocks bundles.
import { platform } from "../engine.js";
import { beside } from "./beside.js";

const inlined = (): Promise<WebAssembly.Module> => import("./base64.js").then(({ bytes }) => WebAssembly.compile(bytes()));

// A bundler with conditions of its own may come here, move this file and leave the wasm behind.
platform.load = () => (import.meta.url?.endsWith("/entries/browser.js") ? beside().catch(inlined) : inlined());
// JSON would cost a preflight request for every call.
platform.encoding = "form";

export * from "../index.js";
