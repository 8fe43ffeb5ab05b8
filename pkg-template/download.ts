// Downloads of files. The Response has no URL, because the real one contains the token.
import { type Bot, coreOf } from "./bot.js";
import { callMethod } from "./call.js";
import { cleaned } from "./errors/cleaned.js";
import { describe } from "./errors/describe.js";
import { ValidationError } from "./errors/errors.js";
import { runCallback, toBotwireError } from "./errors/to-botwire-error.js";
import type { Core } from "./options/bot-options.js";
import { BYTES, checkedOptions, type Checks, DURATION, FUNCTION, SIGNAL } from "./options/parse.js";
import type { PlatformResponse, SignalLike } from "./platform.js";
import { DOWNLOAD_MS, MAX_FILE_BYTES, TIMEOUT_MS } from "./policy.js";
import { downloadFrom, type DownloadLimits, type Location, METHOD, refuseOver, withinLimits } from "./transport/download.js";
import type { AbortOptions } from "./transport/timeout.js";

/** A file to download: a `file_id`, the result of getFile, or any object with a `file_id`, such as a Document or PhotoSize. */
export type DownloadSource =
  | string
  | { readonly file_id: string; readonly file_size?: number | undefined; readonly file_path?: string | undefined };

/**
 * Options of {@link download}.
 *
 * @example
 * ```ts
 * const options: DownloadOptions = { maxBytes: 1_000_000, onProgress: (received, total) => console.log(received, total) };
 * const bytes = await (await download(bot, file_id, options)).arrayBuffer();
 * ```
 */
export interface DownloadOptions {
  /** Aborts the download; the stream then fails with an AbortedError. */
  signal?: SignalLike | null | undefined;
  /** Called after each chunk with the number of bytes received and, if known, the size of the file. */
  onProgress?: ((received: number, total: number | undefined) => void) | undefined;
  /**
   * The time limit of the whole download in milliseconds, after which the request is aborted. `0` means no limit. Default
   * 600,000.
   */
  timeoutMs?: number | undefined;
  /** The longest time in milliseconds without a byte. `0` means no limit. Default 60,000. */
  idleTimeoutMs?: number | undefined;
  /** The largest file in bytes. Default 20 MB, the service's own limit. */
  maxBytes?: number | undefined;
}

/**
 * Downloads a file and returns a streaming `Response`. Its URL is empty, because the real one contains the token. Calls getFile
 * first, unless the file has a `file_path`.
 *
 * ```ts
 * const response = await download(bot, message.document, { onProgress });
 * ```
 *
 * Fails with a ValidationError as soon as the size is known to exceed `maxBytes`.
 */
export async function download(bot: Bot, file: DownloadSource, options: DownloadOptions = {}): Promise<PlatformResponse> {
  const core = coreOf(bot, METHOD);
  try {
    const limits = parseLimits(options);
    return await downloadFrom(core, await locate(core, file, limits), limits);
  } catch (error) {
    throw cleaned(toBotwireError(METHOD, error), core);
  }
}

const CHECKS: Checks = { signal: SIGNAL, onProgress: FUNCTION, timeoutMs: DURATION, idleTimeoutMs: DURATION, maxBytes: BYTES };

const parseLimits = (options: unknown): DownloadLimits => ({
  signal: undefined,
  onProgress: undefined,
  timeoutMs: DOWNLOAD_MS,
  idleTimeoutMs: TIMEOUT_MS,
  maxBytes: MAX_FILE_BYTES,
  ...checkedOptions<DownloadLimits>(METHOD, options, CHECKS),
  method: METHOD,
  startedAt: performance.now(),
});

/** Absolute paths of local services, on any system. */
const ABSOLUTE = /^([/\\]|[a-z]:[/\\])/i;

/** The longest path in an error, in characters. */
const LONGEST_PATH = 200;

/** Finds a file, by getFile if its path is not known. */
async function locate(core: Core, file: any, limits: DownloadLimits): Promise<Location> {
  const { maxBytes } = limits;
  let found = typeof file === "string" ? { file_id: file } : file;
  if (typeof found !== "object" || found === null) {
    throw new ValidationError(METHOD, "", "a file_id or a File", describe(file));
  }
  refuseOver(maxBytes, found.file_size);
  if (found.file_path === undefined) {
    const { file_id } = found;
    const getFile = ({ signal, timeoutMs }: AbortOptions): Promise<unknown> => callMethod(core, "getFile", { file_id }, { signal, timeoutMs });
    found = await runCallback(() => withinLimits(limits, getFile));
    refuseOver(maxBytes, found?.file_size);
  }
  const path = found?.file_path;
  if (typeof path !== "string") throw new ValidationError(METHOD, "file_path", "a relative path", describe(path));
  const isAbsolute = ABSOLUTE.test(path);
  // A dot segment would lead out of the bot's files, to another method's URL.
  if (isAbsolute || path.split("/").some((segment) => /^\.{0,2}$/.test(segment))) {
    const expected = isAbsolute ? "a relative path (an absolute one is a file on the service's machine: read it there)" : "a relative path";
    throw new ValidationError(METHOD, "file_path", expected, `"${path.slice(0, LONGEST_PATH)}"`);
  }
  const { file_size } = found;
  return { path: path.split("/").map(encodeURIComponent).join("/"), size: typeof file_size === "number" ? file_size : undefined };
}
