// The body of an upload as a stream of its parts, none of which is copied, for a `fetch` that announces its length.

/** Parts of a body. */
export type Parts = readonly (Blob | Uint8Array)[];

/** Whether this is Node or Bun; bundles may have been made for something else. Deno announces no length of a stream. */
export const isNode = (): boolean => {
  const { process, Deno } = globalThis as any;
  return process?.release?.name === "node" && !Deno;
};

/** Nothing in Node before 20.6. */
export const streamOf = (parts: Parts): ReadableStream | undefined => (ReadableStream as any).from?.(read(parts));

/** Nothing where another `fetch` stands in place of Node's own, which has one parameter: node-fetch would send its name. */
export function streamForNode(parts: Parts): ReadableStream | undefined {
  const { fetch } = globalThis as Partial<typeof globalThis>;
  return fetch?.length === 1 ? teeable(parts) : undefined;
}

/** Also spares the copy that Node takes of a body, before it sends it, and never reads: a real tee would keep all of it. */
function teeable(parts: Parts): ReadableStream | undefined {
  const stream = streamOf(parts);
  // Named first: V8 keeps a function that is assigned to a property until a full collection, and with it the parts.
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
