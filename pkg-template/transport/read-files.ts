// Files whose bytes are not in memory: they are read before a request is encoded.
import type { CallOptions } from "../options/call-options.js";
import { isUnread, readFile, type Upload } from "../request/files.js";
import { TIMEOUT_MS } from "../policy.js";
import { idleLimit } from "./idle-limit.js";
import { withTimeout } from "./timeout.js";

/** Reads streams and Responses among the files into memory. Their sizes are known after that: validate again. */
export const readFiles = async (
  method: string,
  files: readonly Upload[],
  { timeoutMs = 0, idleTimeoutMs = TIMEOUT_MS, signal }: Pick<CallOptions, "signal" | "timeoutMs" | "idleTimeoutMs">,
): Promise<void> => {
  const idle = idleLimit(idleTimeoutMs);
  const onChunk = (): void => idle.restart(idleTimeoutMs);
  await withTimeout(
    { method, timeoutMs, signal, idle },
    async (aborted) => void (await Promise.all(files.filter(isUnread).map((file) => readFile(file, aborted, onChunk)))),
    "a file could not be read",
  );
};
