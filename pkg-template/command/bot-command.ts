// The bot that `botwire emulator -- <command>` starts with the emulator, and again after a change of its files.

import { type ChildProcess, spawn } from "node:child_process";
import process from "node:process";

import { watchFolders } from "./watch-folders.js";

/** Milliseconds after which a program that ignores SIGTERM is killed. */
const KILL_AFTER_MS = 5_000;

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
  let isChanged = false;
  let killTimer: ReturnType<typeof setTimeout> | undefined;

  const ended = (reason: string, code: number): void => {
    running = undefined;
    clearTimeout(killTimer);
    killTimer = undefined;
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
  const end = (): void => {
    if (running === undefined) return;
    running.kill();
    killTimer ??= setTimeout(() => {
      say(`${program} has not ended ${KILL_AFTER_MS / 1000} s after SIGTERM and is killed`);
      running?.kill("SIGKILL");
    }, KILL_AFTER_MS);
  };
  const stopWatching = watchFolders(
    watched,
    () => {
      isChanged = true;
      if (running === undefined) start();
      else end();
    },
    (reason) => say(`--watch: ${reason}; ${program} is restarted when the folder can be watched again`),
  );
  start();
  return () => {
    isStopped = true;
    stopWatching();
    end();
  };
}

/**
 * Returns the command with its settings as options, if it is `wrangler dev`, which keeps its environment from the worker. With
 * `CLOUDFLARE_INCLUDE_PROCESS_ENV`, the worker would get all variables of the user.
 */
export function withSettings(command: readonly string[], { SERVICE, BOT_TOKEN, HOOK_PATH }: Record<string, string>): readonly string[] {
  const at = command.findIndex((word) => /^(.*[\\/])?wrangler(\.\w+)?$/.test(word));
  if (at < 0 || command[at + 1] !== "dev") return command;
  const variables = Object.entries({ SERVICE, BOT_TOKEN, HOOK_PATH }).filter(([, value]) => value !== undefined);
  return [...command, ...variables.flatMap(([name, value]) => ["--var", `${name}:${value}`])];
}

/** Returns the settings of a bot: the service, and the address to listen on if it has a webhook. */
export function settingsOf(service: string, token: string, webhook: string | undefined): Record<string, string> {
  const settings = { SERVICE: service, BOT_TOKEN: token };
  if (webhook === undefined) return settings;
  const { pathname, port } = new URL(webhook);
  return { ...settings, HOOK_PATH: pathname, ...(port !== "" && { PORT: port }) };
}
