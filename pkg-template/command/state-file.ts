// The file of `--state`: the emulator's state across restarts of the command. Large files of users and bots are next to it, see
// state-contents.ts.

import { existsSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import process from "node:process";

import { coreOf } from "../emulator/core/core.js";
import { Contents, writeThrough } from "./state-contents.js";
import type { Emulator } from "../emulator/testing/emulator.js";

/** Milliseconds within which changes are saved together, at least. */
const SAVE_AFTER_MS = 200;
/** The pause between two saves, in durations of the last one: a large state takes at most this part of the time. */
const PAUSE_PER_SAVE = 20;

/** Another program has changed the file since this one read or replaced it. */
export class StateChangedError extends Error {
  constructor() {
    super("another program, such as a second emulator, has changed the file, so this emulator ends without saving; start each emulator with a file of its own");
  }
}

/** The file of `--state`. */
export interface StateFile {
  /** The state in the file, or `undefined` if the file does not exist. */
  readonly snapshot: Uint8Array<ArrayBuffer> | undefined;
  /**
   * Replaces the file at once, so that a reader finds the former state or the new one.
   *
   * @throws StateChangedError instead of discarding what another program has saved; or the error of the file system.
   */
  save(emulator: Emulator): void;
}

/** Returns what changes with each save, or `undefined` if the file does not exist. Not the inode: network file systems may change it. */
function versionOf(file: string): string | undefined {
  const status = statSync(file, { bigint: true, throwIfNoEntry: false });
  return status && `${status.mtimeNs} ${status.size}`;
}

/** Reads the file. Throws if it cannot be read. */
export function openState(path: string): StateFile {
  // A symbolic link stays one.
  const file = existsSync(path) ? realpathSync(path) : path;
  const contents = new Contents(`${file}.files`);
  let version = versionOf(file);
  return {
    snapshot: version === undefined ? undefined : contents.join(readFileSync(file)),
    save(emulator) {
      const next = `${file}.${process.pid}.tmp`;
      try {
        const state = contents.split(coreOf(emulator));
        writeThrough(next, ...state);
        const [found, saved] = [versionOf(file), versionOf(next)];
        if (found !== undefined && found !== version) throw new StateChangedError();
        renameSync(next, file);
        version = saved;
        contents.removeOthers();
      } catch (error) {
        rmSync(next, { force: true });
        contents.forget();
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
  let pause = SAVE_AFTER_MS;
  const save = (): boolean => {
    clearTimeout(timer);
    timer = undefined;
    const wasSaved = isSaved;
    const began = performance.now();
    try {
      saveNow(emulator);
      isSaved = true;
    } catch (error) {
      isSaved = false;
      if (wasSaved) onError(error);
    }
    pause = Math.max(SAVE_AFTER_MS, PAUSE_PER_SAVE * (performance.now() - began));
    return isSaved;
  };
  saveNow(emulator);
  emulator.watch(() => (timer ??= setTimeout(save, pause)));
  return save;
}
