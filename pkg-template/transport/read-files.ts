// Files whose bytes are not in memory: they are read before a request is encoded.
import type { CallOptions } from "../options/call-options.js";
import { isUnread, readFile, type Upload } from "../request/files.js";
import { MAX_UPLOAD_BYTES, TIMEOUT_MS } from "../policy.js";
import { idleLimit } from "./idle-limit.js";
import { withTimeout } from "./timeout.js";

/**
 * Reads streams and Responses among the files into memory. Their sizes are known after that: validate again.
 *
 * @param validate - Called when a file is larger than any file may be. If it throws, the rest is not read.
 */
export const readFiles = async (
  method: string,
  files: readonly Upload[],
  validate: () => unknown,
  { timeoutMs = 0, idleTimeoutMs = TIMEOUT_MS, signal }: Pick<CallOptions, "signal" | "timeoutMs" | "idleTimeoutMs">,
): Promise<void> => {
  const idle = idleLimit(idleTimeoutMs);
  const onChunk = (size: number): void => {
    idle.restart(idleTimeoutMs);
    if (size > MAX_UPLOAD_BYTES) validate();
  };
  await withTimeout(
    { method, timeoutMs, signal, idle },
    async (aborted) => void (await Promise.all(files.filter(isUnread).map((file) => readFile(method, file, aborted, onChunk)))),
    "a file could not be read",
  );
};
