// Bun: `type: "file"` gives the path of the file, also inside what `bun build` makes.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
// @ts-ignore: TypeScript takes any .wasm for a module; Bun gives a path.
import path from "../botwire.wasm" with { type: "file" };
import { configure } from "../engine/configure.js";
import { refuseNodeOptions } from "../options/node-options.js";
import { streamOf } from "../request/body-stream.js";

// What `bun build` makes names the file from its own folder, wherever it is started.
const load = (): object => readFileSync(resolve(import.meta.dirname, path as unknown as string));
// As a stream: Bun's `fetch` copies a body of bytes and a Blob.
configure({ load, stream: streamOf, isCounting: true, transport: refuseNodeOptions });

export * from "../index.js";
