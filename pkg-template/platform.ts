// The platform's types: its own if the program's TypeScript settings have them, otherwise the minimum that botwire needs.

/**
 * The platform's own class with this name, or `Otherwise` if the program's TypeScript settings have neither "DOM" nor the
 * platform's types. Naming `Response` itself would break the declarations there.
 */
type Platform<Name extends string, Otherwise> = typeof globalThis extends Record<Name, { prototype: infer Instance }>
  ? Instance
  : Otherwise;

/** An `AbortSignal`, of this realm or another. */
export interface SignalLike {
  /** True if it was aborted. */
  readonly aborted: boolean;
  /** The reason. */
  readonly reason?: any;
  /** Called by botwire with `"abort"`. */
  addEventListener(type: "abort", listener: () => void): void;
  /** Called by botwire with `"abort"`. */
  removeEventListener(type: "abort", listener: () => void): void;
}

/** A `Blob` or `File`, of this realm or another. */
export interface BlobLike {
  /** Bytes. */
  readonly size: number;
  /** Its MIME type, or an empty string. */
  readonly type: string;
  /** Its content. */
  arrayBuffer(): Promise<ArrayBuffer>;
  /** Its content as a stream. */
  stream(): any;
}

/** A `ReadableStream` of bytes. */
export interface StreamLike {
  /** True if it already has a reader. */
  readonly locked: boolean;
  /** Returns a reader. */
  getReader(): any;
  /** Cancels the stream. */
  cancel(reason?: any): Promise<void>;
}

/** A `Readable` of Node, such as that of `fs.createReadStream`, a socket or `process.stdin`. */
export interface NodeStreamLike {
  /** True if it was destroyed, or has failed. */
  readonly destroyed: boolean;
  /** Its chunks: bytes or Strings. */
  [Symbol.asyncIterator](): AsyncIterator<any>;
  /** Called by botwire with `"error"`. */
  on(event: "error", listener: (error: Error) => void): unknown;
  /** Ends the stream. */
  destroy(): unknown;
  /** Part of every stream of Node. */
  pipe(destination: any): any;
}

/** The part of `Response` that botwire uses. */
export interface ResponseLike {
  /** HTTP status. */
  readonly status: number;
  /** True if the status is 200 to 299. */
  readonly ok: boolean;
  /** Headers. */
  readonly headers: { get(name: string): string | null };
  /** The body as a stream. */
  readonly body?: any;
  /** The body as text. */
  text(): Promise<string>;
}

/** The part of `Request` that a webhook uses. */
export interface RequestLike {
  /** HTTP method. */
  readonly method: string;
  /** The whole URL. */
  readonly url: string;
  /** Headers. */
  readonly headers: { get(name: string): string | null };
  /** The body as a stream. */
  readonly body?: any;
  /** True if the body has been read. */
  readonly bodyUsed?: boolean;
  /** Aborted when the client disconnects, if the runtime reports it. */
  readonly signal?: SignalLike;
  /** The body as text. */
  text(): Promise<string>;
  /** The body as bytes. */
  arrayBuffer?(): Promise<ArrayBuffer>;
}

/** The options that botwire passes to `fetch`. */
export interface FetchInit {
  /** HTTP method. */
  method: string;
  /** Redirects are not followed, because the URL contains the token. */
  redirect: "manual";
  /** Headers. */
  headers?: Record<string, string>;
  /** The body: a string or a Blob, and for the platform's own `fetch` also a `ReadableStream`. */
  body?: any;
  /** Set if the body is a stream. */
  duplex?: "half";
  /** An `AbortSignal`. */
  signal?: any;
  /** The option of the call. An injected `fetch` should call it while it sends files. */
  onUploadProgress?: UploadProgress;
  /**
   * The option of the call. An injected `fetch` whose response has no stream can abort the request when the response gets
   * larger.
   */
  maxResponseBytes?: number;
}

/** Called with the number of sent bytes and the total number of bytes. */
export type UploadProgress = (sent: number, total: number) => void;

/** A function like the platform's `fetch`. */
export type FetchLike = (url: string, init: FetchInit) => Promise<ResponseLike>;

/** The platform's `Response`, inferred from its `fetch`, so that generated declarations of a program name the global type. */
export type PlatformResponse = typeof globalThis extends { fetch: (...args: any) => Promise<infer Given> } ? Given : ResponseLike;

/** The platform's `AbortSignal`. */
export type PlatformSignal = Platform<"AbortSignal", SignalLike>;

/** The platform's `Request`. */
export type PlatformRequest = Platform<"Request", RequestLike>;

/** Returns whether a value is a promise, even if the global `Promise` is not the platform's own, as with zone.js. */
export const isPromise = (value: any): value is Promise<any> => typeof value?.then === "function";
