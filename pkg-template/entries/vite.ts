// Browsers, with Vite for production: its build ships the wasm file.
import { platform } from "../engine.js";
import { bytes } from "./base64.js";
import { beside } from "./beside.js";

// The build makes a constant of this, and so leaves the inlined bytes out. Its development server, which ships no file,
// comes here too where NODE_ENV is "production", as in many a container. No import(), with which Vite refuses to make the
// single file that a worker is.
platform.load = () =>
  import.meta.env?.PROD && import.meta.env.MODE !== "development" ? beside() : WebAssembly.compile(bytes());
// JSON would cost a preflight request for every call.
platform.encoding = "form";

export * from "../index.js";
