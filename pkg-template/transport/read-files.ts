// Files whose bytes are not in memory: they are read before a request is encoded.
import type { CallOptions } from "../options/call-options.js";
import { isUnread, readFile, type Upload } from "../request/files.js";
import { withTimeout } from "./timeout.js";

/** Reads streams and Responses among the files into memory. Their sizes are known after that: validate again. */
export const readFiles = async (
  method: string,
  files: readonly Upload[],
  { timeoutMs = 0, signal }: Pick<CallOptions, "signal" | "timeoutMs">,
): Promise<void> =>
  withTimeout(
    { method, timeoutMs, signal },
    async (aborted) => void (await Promise.all(files.filter(isUnread).map((file) => readFile(file, aborted)))),
    "a file could not be read",
  );
