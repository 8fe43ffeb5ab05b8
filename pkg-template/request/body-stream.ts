// The body of an upload as a stream of its parts, without a copy, for a `fetch` that announces the length.

/** Parts of a body. */
export type Parts = Iterable<Blob | Uint8Array>;

/** Whether this is Node or Bun, where bundles for other runtimes run too. Not Deno, which announces no length of a stream. */
export const isNode = (): boolean => {
  const { process, Deno } = globalThis as any;
  return process?.release?.name === "node" && !Deno;
};

/** A stream of the parts; undefined in Node before 20.6. */
export const streamOf = (parts: Parts): ReadableStream | undefined => (ReadableStream as any).from?.(read(parts));

/** Undefined where another `fetch` replaces Node's own, which has one parameter: node-fetch would send the name of the stream. */
export function streamForNode(parts: Parts): ReadableStream | undefined {
  const { fetch } = globalThis as Partial<typeof globalThis>;
  return fetch?.length === 1 ? teeable(parts) : undefined;
}

/** Node tees each body before it sends it and never reads the copy: a real tee would keep all of the body in memory. */
function teeable(parts: Parts): ReadableStream | undefined {
  const stream = streamOf(parts);
  // Assigned to a variable first: V8 keeps a function that is created in an assignment to a property until a full collection.
  const again = (): [ReadableStream, ReadableStream] => [teeable(parts)!, teeable(parts)!];
  if (stream) stream.tee = again;
  return stream;
}

async function* read(parts: Parts): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (!(part instanceof Blob)) yield part;
    // In a test of a page the class may be jsdom's, which has no stream.
    else yield* (part.stream?.() as any) ?? [new Uint8Array(await part.arrayBuffer())];
  }
}
