// `botwire emulator`: serves the emulator on a port of this machine.

import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import process from "node:process";

import { BotProgram, settingsOf, withSettings } from "./bot-command.js";
import { coreOf } from "../emulator/core/core.js";
import { serveWith } from "../emulator/server/http.js";
import { checkWebhook, createOrExit, parseAnswer, parseInteger, setWebhook, withoutToken } from "./emulator-parts.js";
import { describeListenError } from "./listen-error.js";
import { openBrowser } from "./open-browser.js";
import type { Emulator } from "../emulator/entries/server.js";
import { type StateFile, StateChangedError, keepState, openState } from "./state-file.js";
import { studioFiles } from "./studio.js";
import { hasKeys, isTerminal, printLog, printOutput, readKeys } from "./terminal.js";
import { Failure, describeError, parseArguments, print, refuseArgument, splitCommand, type Values } from "./arguments.js";
import { ACTIONS, EMULATOR_OPTIONS, USAGE } from "./emulator-options.js";

/** The exit code if the command could not be started. */
const NOT_STARTED = 127;

function fail(message: string): never {
  throw new Failure(message);
}

/** Refuses a token that is not of the form that services use, because it was probably mistyped. */
function checkToken(token: string): void {
  if (!/^\d+:[!-~]+$/.test(token) || /[/?#%\\]/.test(token)) {
    fail("--token: expected digits, a colon and a secret, such as 1000001:AbC-123, in visible ASCII without / ? # % \\");
  }
}

/** Describes an error of the file of `--state`. */
const describeStateError = (file: string, error: unknown): string => `--state: ${file}: ${describeError(error)}`;

/** Describes why a state cannot be used. */
const describeDamage = (file: string, error: unknown): string => `${describeStateError(file, error)}; the file was not changed`;

/** Reads the state in a file. */
function readState(file: string): StateFile {
  if (file === "") fail("--state: expected the name of a file");
  try {
    return openState(file);
  } catch (error) {
    return fail(describeDamage(file, error));
  }
}

/** Keeps the state in its file, until another program changes that file. Exits if it cannot be saved at the start. */
function keepOrExit(file: string, state: StateFile, emulator: Emulator, stop: () => void): () => boolean {
  try {
    return keepState(state, emulator, (error) => {
      console.error(`botwire emulator: ${describeStateError(file, error)}`);
      if (error instanceof StateChangedError) stop();
    });
  } catch (error) {
    return fail(describeStateError(file, error));
  }
}

/** Refuses options that the state in the file already sets. */
function refuseBesideState({ seed, compat }: Values<typeof EMULATOR_OPTIONS>): void {
  const name = seed !== undefined ? "seed" : compat ? "compat" : undefined;
  if (name !== undefined) fail(`--${name}: only for a new state, but the file of --state exists`);
}

/** Runs the command. @throws Failure */
export async function runEmulator(allArgs: string[]): Promise<void> {
  if (allArgs[0] === "play") return (await import("./play.js")).runPlay(allArgs.slice(1));
  const [args, command] = splitCommand(EMULATOR_OPTIONS, allArgs);
  const flags = parseArguments(EMULATOR_OPTIONS, args).values;
  const { host, username, webhook, quiet } = flags;
  if (flags.help) {
    refuseArgument(command?.find((topic, at) => topic !== "actions" || at > 0));
    return print(command === undefined ? USAGE : ACTIONS);
  }
  if (command?.length === 0) fail("after -- a command is expected, such as node main.js");
  if (flags.exit && command === undefined) fail("--exit: only with a command after --");
  if (flags.exit && flags.watch.length > 0) fail("--exit: not with --watch, which starts the command again");
  for (const path of flags.watch) {
    if (command === undefined) fail("--watch: only with a command after --");
    if (!existsSync(path)) fail(`--watch: there is no folder ${path}`);
  }
  const port = parseInteger("port", flags.port, 65_535);
  const seed = flags.seed === undefined ? undefined : parseInteger("seed", flags.seed, Number.MAX_SAFE_INTEGER);
  if (username !== undefined && !/^\w+$/.test(username)) fail("--username: expected letters, digits and underscores");
  if (flags.token !== undefined) checkToken(flags.token);
  if (webhook !== undefined) checkWebhook(webhook);
  // A new one at each start, so that no other program on this machine knows it.
  const token = flags.token ?? (seed === undefined ? `1000001:${randomBytes(26).toString("base64url")}` : undefined);
  const bot = { token, username };
  const longestPoll = parseInteger("longest-poll", flags["longest-poll"], 0xffff_ffff);
  const { strict, compat, lenient } = flags;
  const callbackTimeout = parseInteger("callback-timeout", flags["callback-timeout"], 0xffff_ffff);
  const answers = flags.answer.map(parseAnswer);
  const state = flags.state === undefined ? undefined : readState(flags.state);
  const snapshot = state?.snapshot;
  if (snapshot !== undefined) refuseBesideState(flags);
  if (flags["secret-header"] !== undefined && !compat && snapshot === undefined) fail("--secret-header: only with --compat");
  const options = { longestPoll, callbackTimeout, lenient, strict, secretHeader: flags["secret-header"] };
  const emulator = snapshot === undefined
    ? createOrExit({ ...options, bots: [bot], seed, compat })
    : createOrExit({ ...options, snapshot }, (error) => describeDamage(flags.state!, error));
  for (const [method, result] of answers) emulator.answer(method, result);
  // More than the bot can have received after the last save.
  if (snapshot !== undefined) coreOf(emulator).skipUpdateIds(10_000);
  const { username: found } = emulator.bot;
  if (username !== undefined && username !== found) fail(`--username: the first bot of ${flags.state} is named ${found}`);
  if (flags.token !== undefined && flags.token !== emulator.token) fail(`--token: the first bot of ${flags.state} has another one`);
  const access = { cors: flags.cors, hosts: flags["allow-host"], allowRemoteWebhooks: flags["allow-remote-webhooks"] };
  const listening = serveWith(emulator, { port, ...(host === undefined ? {} : { host }), ...access }, studioFiles());
  const server = await listening.catch(async (error: unknown) => fail(await describeListenError(error, port)));
  if (webhook !== undefined) await setWebhook(emulator, webhook);
  let program: BotProgram | undefined;
  let stopKeys: (() => void) | undefined;
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    stopKeys?.();
    void program?.stop();
    if (save?.() === false) process.exitCode = 1;
    emulator.close();
  };
  const save = state && keepOrExit(flags.state!, state, emulator, stop);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
  // A token from the options is not printed; a generated one is printed once.
  console.log(`studio    ${server.url}/
base URL  ${server.url}
token     ${flags.token === undefined ? emulator.token : "(as given)"}
${webhook === undefined ? "" : `webhook   ${withoutToken(emulator, webhook)}\n`}
curl ${server.url}/user/write -d "a user writes this to the bot"
curl ${server.url}/user/messages
${flags.compat || flags.strict || snapshot !== undefined ? "" : "\nA client written for a later interface may need --compat.\n"}`);
  if (flags.open) openBrowser(`${server.url}/`);
  if (command !== undefined) {
    const settings = settingsOf(server.url, emulator.token, webhook);
    program = new BotProgram({
      command: withSettings(command, settings),
      settings,
      watched: flags.watch,
      now: () => emulator.clock.now(),
      hasKeys: hasKeys(),
      ...(isTerminal() && { write: () => {} }),
      say: (sentence) => console.error(`botwire emulator: ${sentence}`),
      onEnd(code) {
        // The chat and the log explain why a bot has ended.
        if (!flags.exit && code !== NOT_STARTED) return console.error(`botwire emulator: the emulator goes on; restart the bot in the studio, ${server.url}/, or end with Ctrl+C`);
        process.exitCode = code;
        stop();
      },
    });
    if (isTerminal()) program.listen((news) => "line" in news && printOutput(news.line));
    server.show(program);
  }
  if (!quiet) printLog(server.served);
  if (hasKeys()) stopKeys = readKeys({ open: () => openBrowser(`${server.url}/`), restart: () => program?.restart(), quit: stop });
}
