// Browsers, with any other bundler: the inlined bytes, as esbuild, Rollup and Vite while developing ship no file with them.
// No import(), with which Vite and Rollup refuse to make the single file that a worker or a classic script is.
import { platform } from "../engine.js";
import { bytes } from "./base64.js";
import { beside } from "./beside.js";

// Vite's production build does ship the file. It makes a constant of this, and so leaves the inlined bytes out. Its
// development server, which ships none, calls itself PROD too where NODE_ENV says so, as in many a container.
platform.load = () =>
  import.meta.env?.PROD && import.meta.env.MODE !== "development" ? beside() : WebAssembly.compile(bytes());
// JSON would cost a preflight request for every call.
platform.encoding = "form";

export * from "../index.js";
