// The bot that `botwire-emulator -- <command>` starts with the emulator, and again after a change of its files.

import { type ChildProcess, spawn } from "node:child_process";
import { watch } from "node:fs";
import process from "node:process";

/** Milliseconds within which an editor writes all files of a save. */
const SETTLE_MS = 100;

/** A program with its arguments and settings. */
export interface BotCommand {
  readonly command: readonly string[];
  /** Variables of its environment. */
  readonly settings: Readonly<Record<string, string>>;
  /** Folders: after a change below one, the program starts again. */
  readonly watched: readonly string[];
  /** Called with a sentence for the user. */
  readonly say: (sentence: string) => void;
  /** Called when the program has ended and no change can restart it. */
  readonly onEnd: (code: number) => void;
}

/** Starts the program. Returns a function that stops it. */
export function startBot({ command: [program = "", ...parameters], settings, watched, say, onEnd }: BotCommand): () => void {
  let running: ChildProcess | undefined;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isChanged = false;

  const ended = (reason: string, code: number): void => {
    running = undefined;
    if (isStopped) return;
    if (isChanged) start();
    else if (watched.length > 0) say(`${reason}; it starts again after a change`);
    else {
      say(reason);
      onEnd(code);
    }
  };
  const start = (): void => {
    isChanged = false;
    // In Windows, programs of npm packages are scripts of its shell.
    running = spawn(program, parameters, { stdio: "inherit", env: { ...process.env, ...settings }, shell: process.platform === "win32" });
    running.once("error", ({ message }) => ended(`${program} could not be started: ${message}`, 127));
    running.once("exit", (code, signal) => ended(`${program} has ended with ${signal ?? code}`, code ?? 1));
  };
  const changed = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isChanged = true;
      if (running === undefined) start();
      else running.kill();
    }, SETTLE_MS);
  };

  const watchers = watched.map((folder) => watch(folder, { recursive: true }, changed));
  start();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
    running?.kill();
  };
}

/** Returns the settings of a bot: the service, and the address to listen on if it has a webhook. */
export function settingsOf(service: string, token: string, webhook: string | undefined): Record<string, string> {
  // Without the last one, `wrangler dev` keeps its environment from the worker.
  const settings = { SERVICE: service, BOT_TOKEN: token, CLOUDFLARE_INCLUDE_PROCESS_ENV: "true" };
  if (webhook === undefined) return settings;
  const { pathname, port } = new URL(webhook);
  return { ...settings, HOOK_PATH: pathname, ...(port !== "" && { PORT: port }) };
}
