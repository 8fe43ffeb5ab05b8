// The transfer of a file, under limits of size and time.
import { cleaned } from "../errors/cleaned.js";
import { NetworkError, TimeoutError, ValidationError } from "../errors/errors.js";
import { isTimeoutError } from "../errors/guards.js";
import type { Core } from "../options/bot-options.js";
import type { PlatformResponse, ResponseLike } from "../platform.js";
import { parseEnvelope, readResponse } from "./envelope.js";
import { send } from "./send.js";
import { type AbortOptions, withTimeout } from "./timeout.js";

/** `method` in errors. */
export const METHOD = "download";

/** The limits of a download. `timeoutMs` is that of the whole download. */
export interface DownloadLimits extends AbortOptions {
  /** The start of the download, by the monotonic clock. */
  readonly startedAt: number;
  /** The longest time without a byte; 0 for no limit. */
  readonly idleTimeoutMs: number;
  readonly onProgress: ((received: number, total: number | undefined) => void) | undefined;
  readonly maxBytes: number;
}

/** A file below the URL of files. */
export interface Location {
  /** Its path, with each segment encoded. */
  readonly path: string;
  /** Its size, if the service has said it. */
  readonly size: number | undefined;
}

/** Downloads a file. The errors of its stream do not contain the token. */
export async function downloadFrom(core: Core, { path, size }: Location, limits: DownloadLimits): Promise<PlatformResponse> {
  const { fileUrl, settings: { fetch, transport, maxResponseBytes } } = core;
  const exchange = async (signal: AbortSignal | undefined): Promise<ResponseLike> => {
    const response = await send(fetch ?? transport?.fetch, fileUrl + path, { method: "GET", redirect: "manual" }, signal);
    if (response.status !== 200) parseEnvelope(METHOD, response, await readResponse(METHOD, response, maxResponseBytes));
    return response;
  };
  return limited(await withinLimits(limits, (options) => withTimeout(options, exchange, "no response")), size, limits, core);
}

/** Runs a task that waits for bytes. Its timeout is the idle one, or the remaining time of the download if that is less. */
export async function withinLimits<T>(limits: DownloadLimits, task: (options: AbortOptions) => Promise<T>): Promise<T> {
  const { startedAt, timeoutMs, idleTimeoutMs } = limits;
  const leftMs = timeoutMs > 0 ? startedAt + timeoutMs - performance.now() : Infinity;
  if (leftMs >= (idleTimeoutMs || Infinity)) return task({ ...limits, timeoutMs: idleTimeoutMs });
  try {
    if (leftMs <= 0) throw new TimeoutError(METHOD, timeoutMs);
    return await task({ ...limits, timeoutMs: leftMs });
  } catch (error) {
    throw isTimeoutError(error) ? new TimeoutError(METHOD, timeoutMs) : error;
  }
}

/** @throws ValidationError for a size over the limit. */
export function refuseOver(maxBytes: number, size: unknown): void {
  if (typeof size === "number" && size > maxBytes) {
    throw new ValidationError(METHOD, "file_size", `at most ${maxBytes} bytes`, `${size} or more`);
  }
}

/** Returns the body under the limits, with the headers that describe the file. */
function limited(response: ResponseLike, size: number | undefined, limits: DownloadLimits, core: Core): PlatformResponse {
  const { onProgress, maxBytes } = limits;
  const headers: Record<string, string> = {};
  // The length of an encoded body is not that of the file.
  for (const name of ["content-type", ...(response.headers.get("content-encoding") ? [] : ["content-length"])]) {
    const value = response.headers.get(name);
    if (value) headers[name] = core.redact(value);
  }
  const length = headers["content-length"];
  const total = length === undefined ? undefined : Number(length);
  const reader = response.body?.getReader();
  // Ends the connection, also while a read is pending.
  const end = (): void => void reader?.cancel().catch(() => {});
  let received = 0;
  const checkEnd = (): void => {
    if (size !== undefined && received < size) throw new NetworkError(METHOD, `the file broke off: ${received} of ${size} bytes`);
  };
  try {
    refuseOver(maxBytes, total);
    if (!reader) checkEnd();
  } catch (error) {
    end();
    throw error;
  }
  const body = reader && new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await withinLimits<ReadableStreamReadResult<Uint8Array>>(limits, (options) =>
          withTimeout(options, () => reader.read(), "the file broke off"),
        );
        if (done) {
          checkEnd();
          return controller.close();
        }
        refuseOver(maxBytes, (received += value.byteLength));
        controller.enqueue(value);
        onProgress?.(received, total);
      } catch (error) {
        end();
        controller.error(cleaned(error, core));
      }
    },
    cancel: end,
  }, { highWaterMark: 0 });
  return new Response(body, { headers }) as PlatformResponse;
}
