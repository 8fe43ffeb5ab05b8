// Bun: `type: "file"` gives the path of the file, also inside what `bun build` makes.
import { readFileSync } from "node:fs";
// @ts-ignore: TypeScript takes any .wasm for a module; Bun gives a path.
import path from "../botwire.wasm" with { type: "file" };
import { platform } from "../engine.js";

platform.load = () => readFileSync(path as unknown as string);

export * from "../index.js";
