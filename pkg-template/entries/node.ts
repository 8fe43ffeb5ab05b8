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
  let next = 0;
  let reader: ReadableStreamDefaultReader<unknown> | undefined;
  const stream = new ReadableStream(
    {
      async pull(controller) {
        for (;;) {
          const { done = true, value } = (await reader?.read()) ?? {};
          if (!done) return controller.enqueue(value);
          reader = undefined;
          if (next === chunks.length) return controller.close();
          const chunk = chunks[next++];
          if (!(chunk instanceof Blob)) return controller.enqueue(chunk);
          // In a test of a page the class may be jsdom's, which has no stream.
          if (!chunk.stream) return controller.enqueue(new Uint8Array(await (chunk as Blob).arrayBuffer()));
          reader = chunk.stream().getReader();
        }
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  // Before it sends, `fetch` takes a copy of the body that it never reads, and a real tee would keep all of the body there.
  stream.tee = () => [platform.stream!(chunks), platform.stream!(chunks)];
  return stream;
};

export * from "../index.js";
