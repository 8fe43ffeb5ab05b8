// Bun: `type: "file"` returns the path of the file, also in the output of `bun build`.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
// @ts-ignore: TypeScript takes any .wasm for a module; Bun gives a path.
import path from "../botwire.wasm" with { type: "file" };
import { configure } from "../engine/configure.js";
import { refuseNodeOptions } from "../options/node-options.js";
import { streamOf } from "../request/body-stream.js";

// In the output of `bun build`, the path is relative to its folder, wherever it is started.
const load = (): object => readFileSync(resolve(import.meta.dirname, path as unknown as string));
// As a stream: Bun's `fetch` copies a body of bytes and a Blob.
configure({ load, stream: streamOf, isCounting: true, transport: refuseNodeOptions });

export * from "../index.js";
