// A response of `node:http` with the members of a `Response` that this package uses.
import type { ClientRequest, ClientResponse } from "node:http";
import type { ResponseLike } from "../../platform.js";
import { decoded } from "./decode.js";

/** Returns the response, whose body is decoded as by `fetch`. */
export function toResponse(request: ClientRequest, response: ClientResponse): ResponseLike | Promise<ResponseLike> {
  const { statusCode: status, headers } = response;
  const encoding = headers["content-encoding"];
  return encoding === undefined
    ? new NodeResponse(status, headers, request, response)
    : decoded(response, String(encoding)).then((body) => new NodeResponse(status, headers, request, body));
}

class NodeResponse implements ResponseLike {
  constructor(
    readonly status: number,
    private readonly fields: ClientResponse["headers"],
    private readonly request: ClientRequest,
    private readonly source: ClientResponse,
  ) {}

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get headers(): ResponseLike["headers"] {
    return {
      get: (name) => {
        const value = this.fields[name.toLowerCase()];
        return value === undefined ? null : String(value);
      },
    };
  }

  /** Only a reader, because a `ReadableStream` costs more CPU than the rest of a call. */
  get body(): { getReader(): BodyReader } {
    return { getReader: () => new BodyReader(this.request, this.source) };
  }

  text(): Promise<string> {
    const { source } = this;
    return new Promise((resolve, reject) => {
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      source.on("data", (chunk) => chunks.push(chunk));
      source.on("end", () => resolve(new TextDecoder().decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))));
      source.on("error", reject);
      source.on("close", () => reject(new Error("the connection was closed before the end of the response")));
    });
  }
}

type Read = { done: true; value?: undefined } | { done: false; value: Uint8Array<ArrayBuffer> };

/** A reader of a body, as `ReadableStream.getReader` returns one. */
class BodyReader {
  private pending: { readonly resolve: (result: Read) => void; readonly reject: (error: Error) => void } | undefined;
  private isCanceled = false;

  constructor(
    private readonly request: ClientRequest,
    private readonly source: ClientResponse,
  ) {
    const changed = (): void => this.settle();
    for (const event of ["readable", "end", "close"] as const) source.on(event, changed);
    source.on("error", changed);
  }

  read(): Promise<Read> {
    return new Promise((resolve, reject) => {
      this.pending = { resolve, reject };
      this.settle();
    });
  }

  /** Settles the pending read, if it can be settled by now. */
  private settle(): void {
    const { source, pending } = this;
    if (!pending) return;
    // Read before the check, because the end of a body is only reached by reading.
    const chunk = this.isCanceled ? null : source.read();
    // A `Uint8Array` as from `fetch`, and not a `Buffer`.
    if (chunk) pending.resolve({ done: false, value: new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength) });
    else if (this.isCanceled || source.readableEnded) pending.resolve({ done: true });
    else if (source.errored) pending.reject(source.errored);
    else if (source.destroyed) pending.reject(new Error("the connection was closed before the end of the response"));
    else return;
    this.pending = undefined;
  }

  /** Ends the connection, unless the body has been read to its end. */
  async cancel(): Promise<void> {
    this.isCanceled = true;
    if (!this.source.readableEnded) this.request.destroy();
    this.settle();
  }
}
