// The differences between runtimes. The entry of each runtime sets them once.
import type { FetchLike } from "../platform.js";

/** The encoding of parameters. Spec: core, Conventions that hold for every method. */
export type Encoding = "json" | "form" | "query" | "multipart";

/** A compiled module, or the bytes of the wasm file. */
export type Wasm = object;

/** Sends the requests of a bot in place of the platform's `fetch`. */
export interface Transport {
  readonly fetch: FetchLike;
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
   * A body of that length as a stream, if the runtime's `fetch` announces the length of a stream and a stream is worth it.
   * Parts that are not an array are counted as they are taken: each only when the one before was sent.
   */
  stream?: ((parts: Iterable<any>, length: number, onTaken?: (size: number) => void) => any) | undefined;
  /** Whether `stream` calls `onTaken` with the bytes that the runtime takes. */
  isCounting?: boolean;
  /** The transport of a bot with these options, if the runtime has one. @throws ValidationError if an option is not as described. */
  transport?: (options: Readonly<Record<string, unknown>>, baseUrl: string) => Transport | undefined;
}

const configured: Runtime = {};

/** The runtime that the package works in. */
export const runtime: Readonly<Runtime> = configured;

/** Describes the runtime. */
export const configure = (described: Runtime): void => void Object.assign(configured, described);
