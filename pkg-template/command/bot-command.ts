// The bot that `botwire emulator -- <command>` starts with the emulator, and again after a change of its files.

import { type ChildProcess, spawn } from "node:child_process";
import process from "node:process";

import { OutputLines } from "./output-lines.js";
import type { OutputLine, ProgramStatus } from "../emulator/core/results.js";
import type { Program } from "../emulator/server/program.js";
import { watchFolders } from "./watch-folders.js";

/** Milliseconds after which a program that ignores SIGTERM is killed. */
const KILL_AFTER_MS = 5_000;
/** Milliseconds for which the output of a program that has ended is waited for: a program that it started may keep the pipe open. */
const OUTPUT_AFTER_END_MS = 200;

/** A program with its arguments and settings. */
export interface BotCommand {
  readonly command: readonly string[];
  /** Variables of its environment. */
  readonly settings: Readonly<Record<string, string>>;
  /** Folders: after a change below one, the program starts again. */
  readonly watched: readonly string[];
  /** Returns the time by the emulator's clock. */
  readonly now: () => number;
  /** Called with the output of the program. Default: passes it on to the terminal. */
  readonly write?: (stream: "stdout" | "stderr", bytes: Uint8Array) => void;
  /** True if keys are read from the terminal, so that the program gets none. */
  readonly hasKeys?: boolean;
  /** Called with a sentence for the user. */
  readonly say: (sentence: string) => void;
  /** Called when the program has ended and does not start again by itself, with its exit code, and with 127 if it could not be started. */
  readonly onEnd: (code: number) => void;
}

/** The program of the bot. Its output is passed on to the terminal. */
export class BotProgram implements Program {
  readonly #options: BotCommand;
  readonly #output: OutputLines;
  readonly #listeners = new Set<(news: { line: OutputLine } | { program: ProgramStatus }) => void>();
  readonly #stopWatching: () => void;
  #running: ChildProcess | undefined;
  #status: ProgramStatus;
  #isStopped = false;
  #startsAgain = false;
  #killTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: BotCommand) {
    this.#options = options;
    this.#output = new OutputLines(options.now, (line) => this.#tell({ line }));
    this.#status = { running: true, time: options.now() };
    this.#stopWatching = watchFolders(
      options.watched,
      () => this.restart(),
      (reason) => options.say(`--watch: ${reason}; ${this.#name} is restarted when the folder can be watched again`),
    );
    this.#start();
  }

  get #name(): string {
    return this.#options.command[0] ?? "";
  }

  get status(): ProgramStatus {
    return this.#status;
  }

  get lines(): readonly OutputLine[] {
    return this.#output.lines;
  }

  listen(listener: (news: { line: OutputLine } | { program: ProgramStatus }) => void): void {
    this.#listeners.add(listener);
  }

  #tell(news: { line: OutputLine } | { program: ProgramStatus }): void {
    for (const listener of this.#listeners) listener(news);
  }

  /** Ends the program, if it runs, and starts it again. */
  restart(): void {
    if (this.#isStopped) return;
    if (this.#running === undefined) return this.#start();
    this.#startsAgain = true;
    this.#end();
  }

  /** Ends the program for good. Resolves when it has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopWatching();
    this.#end();
    const running = this.#running;
    if (running !== undefined) await new Promise((resolve) => running.once("exit", resolve));
  }

  #start(): void {
    const { command: [program = "", ...parameters], settings, write = (stream, bytes) => void process[stream].write(bytes) } = this.#options;
    this.#startsAgain = false;
    const env = { ...process.env, ...settings, ...OUTPUT_SETTINGS() };
    // In Windows, programs of npm packages are scripts of its shell.
    const child = spawn(program, parameters, { stdio: [this.#options.hasKeys ? "ignore" : "inherit", "pipe", "pipe"], env, shell: process.platform === "win32" });
    this.#running = child;
    for (const stream of ["stdout", "stderr"] as const) {
      const take = this.#output.reader(stream);
      // A process that the program leaves behind keeps its output open, but must not keep the emulator running.
      child[stream]?.unref?.();
      child[stream]?.on("data", (bytes: Uint8Array) => (write(stream, bytes), take(bytes)));
    }
    this.#set({ running: true, time: this.#options.now() });
    child.once("error", ({ message }) => this.#ended(`${program} could not be started: ${message}`, 127));
    child.once("exit", (code, signal) => {
      const ended = (): void => {
        clearTimeout(timer);
        child.off("close", ended);
        this.#ended(`${program} has ended with ${signal ?? code}`, code ?? 1, signal ?? undefined);
      };
      const timer = setTimeout(ended, OUTPUT_AFTER_END_MS);
      child.once("close", ended);
    });
  }

  #set(status: ProgramStatus): void {
    this.#status = status;
    this.#tell({ program: status });
  }

  #ended(reason: string, code: number, signal?: string): void {
    this.#running = undefined;
    clearTimeout(this.#killTimer);
    this.#killTimer = undefined;
    this.#output.flush();
    if (this.#isStopped) return;
    if (this.#startsAgain) return this.#start();
    this.#set({ running: false, time: this.#options.now(), reason, code, ...(signal !== undefined && { signal }), watched: this.#options.watched.length > 0 });
    if (this.#options.watched.length > 0) return this.#options.say(`${reason}; it starts again after a change`);
    this.#options.say(reason);
    this.#options.onEnd(code);
  }

  #end(): void {
    if (this.#running === undefined) return;
    this.#running.kill();
    this.#killTimer ??= setTimeout(() => {
      this.#options.say(`${this.#name} has not ended ${KILL_AFTER_MS / 1000} s after SIGTERM and is killed`);
      this.#running?.kill("SIGKILL");
    }, KILL_AFTER_MS);
  }
}

/** Variables that make programs write to a pipe as they do to a terminal: with colors, and each line at once. */
const OUTPUT_SETTINGS = (): Record<string, string> => ({
  PYTHONUNBUFFERED: "1",
  ...(process.stdout.isTTY && !process.env["NO_COLOR"] && process.env["FORCE_COLOR"] === undefined && { FORCE_COLOR: "1" }),
});

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
