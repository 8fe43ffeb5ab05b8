// `botwire/emulator` in browsers, with Vite for production; see entries/vite.

import { fetched } from "../../entries/fetched.js";
import { bytes } from "./base64.js";
import { configure } from "../core/module.js";

Object.assign(import.meta.env ?? {}, { PROD: false });
const isShipped = import.meta.env?.PROD && import.meta.env?.SSR === false;
const shipped = (): string =>
  Object.values(import.meta.glob("../emulator.wasm", { query: "?url", import: "default", eager: true, exhaustive: true }))[0]!;

configure({ soon: () => (isShipped ? fetched(shipped()) : WebAssembly.compile(bytes())) });

export * from "./create.js";
