// Node: the file beside the package, read when the first call needs it, so that importing costs nothing.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { platform } from "../engine.js";

platform.load = () => {
  try {
    // In the CommonJS build of this file there is no import.meta.url, in the ES module no __filename.
    const here = typeof __filename === "string" ? pathToFileURL(__filename).href : import.meta.url;
    return readFileSync(new URL("../botwire.wasm", here));
  } catch {
    // A bundler (esbuild for a Lambda, say) has put this file elsewhere; it has taken the inlined bytes along.
    return import("./base64.js").then(({ bytes }) => bytes());
  }
};

export * from "../index.js";
