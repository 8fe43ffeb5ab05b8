// The folders of `--watch`.

import { type FSWatcher, accessSync, watch } from "node:fs";

import { describeError } from "./arguments.js";

/** Milliseconds within which an editor writes all files of a save. */
const SETTLE_MS = 100;
/** Milliseconds after which a folder that could not be watched is tried again. */
const RETRY_MS = 1_000;

/**
 * Calls `onChange` soon after changes below the folders, also if they were deleted and created again. Returns a function that
 * ends it.
 *
 * @param onError - Called with the reason once if a folder cannot be watched. As soon as it can, `onChange` is called.
 */
export function watchFolders(folders: readonly string[], onChange: () => void, onError: (reason: string) => void): () => void {
  const watchers: FSWatcher[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWatching = true;
  let isClosed = false;

  const close = (): void => {
    clearTimeout(timer);
    for (const watcher of watchers.splice(0)) watcher.close();
  };
  const after = (ms: number): void => {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(() => watchAll() && onChange(), ms);
  };
  const failed = (error: unknown): void => {
    close();
    if (isWatching) onError(describeError(error));
    isWatching = false;
    after(RETRY_MS);
  };
  /** Watches all folders again: in Linux, a watcher does not see a folder that has replaced another one. */
  const watchAll = (): boolean => {
    close();
    try {
      for (const folder of folders) {
        accessSync(folder); // Some versions of Node watch a folder that does not exist.
        watchers.push(watch(folder, { recursive: true }, () => after(SETTLE_MS)).on("error", failed));
      }
      isWatching = true;
    } catch (error) {
      failed(error);
    }
    return isWatching;
  };

  watchAll();
  return () => {
    isClosed = true;
    close();
  };
}
