// Cloudflare Workers: workerd compiles no wasm from bytes at run time; importing the file gives the compiled module.
import module from "../botwire.wasm";
import { platform } from "../engine.js";

platform.load = () => module;
// To read a stream piece by piece would cost as much as all the rest of a delivery. workerd itself reads no more than the
// length that was announced; and without a host a request did not come over HTTP, but was made by the program itself.
platform.boundedBy = (length, headers) =>
  length !== null ? "length" : headers.get("host") === null ? "program" : undefined;

export * from "../index.js";
