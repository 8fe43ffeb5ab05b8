// Node: the file beside the package, read when the first call needs it, so that importing costs nothing.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { platform } from "../engine.js";

platform.load = () => {
  // In the CommonJS build of this file there is no import.meta.url, in the ES module no __filename.
  const here = typeof __filename === "string" ? pathToFileURL(__filename).href : import.meta.url;
  try {
    return readFileSync(new URL("../botwire.wasm", here));
  } catch {
    // A bundler with conditions of its own (others get entries/default) has moved this file, and left the wasm behind.
    return import("./base64.js").then(({ bytes }) => bytes());
  }
};

// A stream, since its `fetch` copies what it is given as bytes or as a Blob.
platform.stream = (chunks) => {
  const pieces = (async function* () {
    for (const chunk of chunks) {
      if (chunk instanceof Blob) yield* chunk.stream() as unknown as AsyncIterable<Uint8Array>;
      else yield chunk;
    }
  })();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      done ? controller.close() : controller.enqueue(value);
    },
    cancel: async () => void (await pieces.return(undefined)),
  });
};

export * from "../index.js";
