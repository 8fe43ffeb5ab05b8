// Browsers, with Vite for production: its build ships the wasm file.
import { configure } from "../engine/configure.js";
import { bytes } from "./base64.js";
import { fetched } from "./fetched.js";

// A build of Vite makes a constant of this, and so leaves the inlined bytes out; one for servers ships no file. Where
// import.meta.env is an object instead, no file is shipped in Vite's way: by its development server, which comes here too
// where NODE_ENV is "production", as in many a container, and by Turbopack.
Object.assign(import.meta.env ?? {}, { PROD: false });
// Vite 2 and 3 say nothing of SSR there: the inlined bytes, as the older one gives something else for the form below.
const isShipped = import.meta.env?.PROD && import.meta.env?.SSR === false;

// Vite's own form: a URL of import.meta.url would fail in what it makes as a classic script, and other bundlers that come
// here could not resolve an import of "?url". No import(), with which Vite refuses to make the single file that a worker is.
const shipped = (): string =>
  Object.values(import.meta.glob("../botwire.wasm", { query: "?url", import: "default", eager: true, exhaustive: true }))[0]!;

const load = (): Promise<WebAssembly.Module> => (isShipped ? fetched(shipped()) : WebAssembly.compile(bytes()));
// A form: JSON would cost a preflight request for every call.
configure({ load, encoding: "form" });

export * from "../index.js";
