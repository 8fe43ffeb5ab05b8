// The file of `--state`: the emulator's state across restarts of the command.

import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import process from "node:process";

import type { Emulator } from "./service.js";

/** Milliseconds within which changes are saved together. */
const SAVE_AFTER_MS = 200;

/** Returns the snapshot in a file, or `undefined` if the file does not exist. Throws if it cannot be read. */
export function loadState(file: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Replaces the file at once, so that a reader finds the former state or the new one. */
export function saveState(file: string, emulator: Emulator): void {
  const next = `${file}.${process.pid}.tmp`;
  // Messages and tokens are for the user only.
  const descriptor = openSync(next, "w", 0o600);
  try {
    writeFileSync(descriptor, emulator.save());
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(next, file);
}

/**
 * Saves the state soon after each change. Returns a function that saves it at once, for the end.
 *
 * @param failed - Called with the error if the file cannot be written.
 */
export function keepState(file: string, emulator: Emulator, failed: (error: unknown) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = (): void => {
    clearTimeout(timer);
    timer = undefined;
    try {
      saveState(file, emulator);
    } catch (error) {
      failed(error);
    }
  };
  emulator.watch(() => (timer ??= setTimeout(save, SAVE_AFTER_MS)));
  save();
  return save;
}
