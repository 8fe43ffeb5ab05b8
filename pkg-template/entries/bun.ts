// Bun: `type: "file"` gives the path of the file, also inside what `bun build` makes.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
// @ts-ignore: TypeScript takes any .wasm for a module; Bun gives a path.
import path from "../botwire.wasm" with { type: "file" };
import { platform } from "../engine.js";
import { streamOf } from "../stream.js";

// What `bun build` makes names the file from its own folder, wherever it is started.
platform.load = () => readFileSync(resolve(import.meta.dirname, path as unknown as string));
// Its `fetch` copies what it is given as bytes or as a Blob.
platform.stream = streamOf;

export * from "../index.js";
