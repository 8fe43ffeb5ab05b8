// Browsers, with webpack or no bundler: fetched at the first call, inside a function, as a top-level await deadlocks bundles.
import { platform } from "../engine.js";
import { beside } from "./beside.js";

// A bundler with conditions of its own may come here, move this file and leave the wasm behind.
platform.load = () => beside().catch(() => import("./base64.js").then(({ bytes }) => WebAssembly.compile(bytes())));
// JSON would cost a preflight request for every call.
platform.encoding = "form";

export * from "../index.js";
