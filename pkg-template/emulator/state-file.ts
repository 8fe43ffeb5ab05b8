// The file of `--state`: the emulator's state across restarts of the command.

import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import process from "node:process";

import type { Emulator } from "./service.js";

/** Milliseconds within which changes are saved together. */
const SAVE_AFTER_MS = 200;

/** The file of `--state`. */
export interface StateFile {
  /** The state in the file, or `undefined` if the file does not exist. */
  readonly snapshot: Uint8Array<ArrayBuffer> | undefined;
  /** Replaces the file at once, so that a reader finds the former state or the new one. */
  save(emulator: Emulator): void;
}

/** Reads the file. Throws if it cannot be read. */
export function openState(file: string): StateFile {
  return {
    snapshot: existsSync(file) ? readFileSync(file) : undefined,
    save(emulator) {
      const next = `${file}.${process.pid}.tmp`;
      try {
        // Messages and tokens are for the user only.
        const descriptor = openSync(next, "w", 0o600);
        try {
          writeFileSync(descriptor, emulator.save());
          fsyncSync(descriptor);
        } finally {
          closeSync(descriptor);
        }
        renameSync(next, file);
      } catch (error) {
        rmSync(next, { force: true });
        throw error;
      }
    },
  };
}

/**
 * Saves the state at once, and soon after each change. Returns a function that saves it at once, for the end, and returns
 * whether that succeeded. Throws if the first save fails.
 *
 * @param onError - Called with the error of a later save, and again only after a save that succeeded.
 */
export function keepState({ save: saveNow }: StateFile, emulator: Emulator, onError: (error: unknown) => void): () => boolean {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSaved = true;
  const save = (): boolean => {
    clearTimeout(timer);
    timer = undefined;
    const wasSaved = isSaved;
    try {
      saveNow(emulator);
      isSaved = true;
    } catch (error) {
      isSaved = false;
      if (wasSaved) onError(error);
    }
    return isSaved;
  };
  saveNow(emulator);
  emulator.watch(() => (timer ??= setTimeout(save, SAVE_AFTER_MS)));
  return save;
}
