// Browsers, with Vite for production: its build ships the wasm file.
import { configure } from "../engine/configure.js";
import { bytes } from "./base64.js";
import { fetched } from "./fetched.js";

// Vite's build replaces `import.meta.env.PROD` by a constant, and so leaves out the inlined bytes. A build for servers ships no
// file. Where `import.meta.env` is an object at run time, no file was shipped: in Vite's development server, which uses this
// entry if NODE_ENV is "production", and in Turbopack. The assignment below turns PROD off there.
Object.assign(import.meta.env ?? {}, { PROD: false });
// Vite 2 and 3 do not set SSR, so they use the inlined bytes: in Vite 2 the glob below returns something other than a URL.
const isShipped = import.meta.env?.PROD && import.meta.env?.SSR === false;

// A glob, which only Vite resolves. A URL of import.meta.url fails in a classic script, other bundlers cannot resolve an import
// of "?url", and with import() Vite refuses to build the single file of a worker.
const shipped = (): string =>
  Object.values(import.meta.glob("../botwire.wasm", { query: "?url", import: "default", eager: true, exhaustive: true }))[0]!;

const load = (): Promise<WebAssembly.Module> => (isShipped ? fetched(shipped()) : WebAssembly.compile(bytes()));
// A form: JSON would cost a preflight request for every call.
configure({ load, encoding: "form" });

export * from "../index.js";
