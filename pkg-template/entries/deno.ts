// Deno: the inlined bytes, since reading a file would ask the user for --allow-read.
import { platform } from "../engine.js";

platform.load = () => import("./base64.js").then(({ bytes }) => bytes());

export * from "../index.js";
