// Deno: the inlined bytes, since reading a file would ask the user for --allow-read.
import { configure } from "../engine/configure.js";

configure({ load: () => import("./base64.js").then(({ bytes }) => bytes()) });

export * from "../index.js";
