// Node, and bundles for it: the inlined bytes, which start as fast as a file that is read, and which every bundle and every
// tracer of files takes along.
import base64 from "../botwire.wasm.base64.js";
import { platform } from "../engine.js";

platform.load = () => Buffer.from(base64, "base64");

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
