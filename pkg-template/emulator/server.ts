// `botwire/emulator` in Deno, where reading a file would ask for --allow-read, and in bundles for Node.

export * from "./inlined.js";
export { type Serving, type ServeOptions, serve } from "./http.js";
