// The body of an upload as a stream of its parts, without a copy, for a `fetch` that announces the length.

/** Parts of a body. */
export type Parts = Iterable<Blob | Uint8Array>;

/** Returns whether this is Node or Bun, also in bundles for other runtimes. Not Deno, which announces no length of a stream. */
export const isNode = (): boolean => {
  const { process, Deno } = globalThis as any;
  return process?.release?.name === "node" && !Deno;
};

/** Called with the size of a piece that the runtime takes. */
type OnTaken = (size: number) => void;

/** Returns a stream of the parts, or `undefined` in Node before 20.6. */
export const streamOf = (parts: Parts, _length?: number, onTaken?: OnTaken): ReadableStream | undefined =>
  (ReadableStream as any).from?.(chunksOf(parts, onTaken));

/** `undefined` if another `fetch` replaces Node's own, which has one parameter: node-fetch would send the name of the stream. */
export function streamForNode(parts: Parts, _length?: number, onTaken?: OnTaken): ReadableStream | undefined {
  const { fetch } = globalThis as Partial<typeof globalThis>;
  return fetch?.length === 1 ? teeable(parts, onTaken) : undefined;
}

/** Node tees each body before it sends it and never reads the copy: a real tee would keep all of the body in memory. */
function teeable(parts: Parts, onTaken: OnTaken | undefined): ReadableStream | undefined {
  const stream = streamOf(parts, undefined, onTaken);
  // Assigned to a variable first: V8 keeps a function that is created in an assignment to a property until a full collection.
  const again = (): [ReadableStream, ReadableStream] => [teeable(parts, onTaken)!, teeable(parts, onTaken)!];
  if (stream) stream.tee = again;
  return stream;
}

/** The size of a counted piece in bytes. */
const PIECE = 2 ** 16;

async function* chunksOf(parts: Parts, onTaken: OnTaken | undefined): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    // In a test of a page the class may be jsdom's, which has no stream.
    const chunks: Iterable<Uint8Array> = part instanceof Blob ? ((part.stream?.() as any) ?? [new Uint8Array(await part.arrayBuffer())]) : [part];
    for await (const chunk of chunks) {
      if (!onTaken) yield chunk;
      for (let start = 0; onTaken && start < chunk.length; start += PIECE) {
        const piece = chunk.subarray(start, start + PIECE);
        // Called before the piece is passed on, because the runtime may ask for nothing after the last one.
        onTaken(piece.length);
        yield piece;
      }
    }
  }
}
