// The differences between runtimes. The entry of each runtime sets them once.
import type { FetchLike } from "../platform.js";

/** The encoding of parameters. */
export type Encoding = "json" | "form" | "query" | "multipart";

/** A compiled module, or the bytes of the wasm file. */
export type Wasm = object;

/** Sends the requests of a bot instead of the platform's `fetch`. */
export interface Transport {
  readonly fetch: FetchLike;
  /** Does the same as {@link Runtime.stream} for what `fetch` sends. */
  readonly stream: Runtime["stream"];
  /** Closes idle connections now, and those of requests in flight when they end. */
  close(): void;
}

/** A runtime, as its entry describes it. */
export interface Runtime {
  /** Finds the wasm file. */
  load?: () => Wasm | Promise<Wasm>;
  /** The default encoding of calls. Default `"json"`. */
  encoding?: Encoding;
  /**
   * Returns a body of this length as a stream, if the runtime's `fetch` announces the length of a stream and a stream is worth
   * it. Parts that are not an array are counted as they are taken, each only after the previous one was sent.
   */
  stream?: ((parts: Iterable<any>, length: number, onTaken?: (size: number) => void) => any) | undefined;
  /** True if `stream` calls `onTaken` with the bytes that the runtime takes. */
  isCounting?: boolean;
  /** Returns the transport of a bot with these options, if the runtime has one. @throws ValidationError */
  transport?: (options: Readonly<Record<string, unknown>>, baseUrl: string) => Transport | undefined;
}

const configured: Runtime = {};

/** The runtime of the package. */
export const runtime: Readonly<Runtime> = configured;

/** Describes the runtime. */
export const configure = (described: Runtime): void => void Object.assign(configured, described);
