// botwire/init: the API without a wasm file, for those who start the engine themselves with `init(module)`.
export * from "./index.js";
export { init as default } from "./index.js";
