#!/usr/bin/env node
// `botwire-emulator`: serves the emulator on a port of this machine.

import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import process from "node:process";
import { parseArgs } from "node:util";

import { ACTION_LINES } from "../actions.js";
import { settingsOf, startBot } from "./bot-command.js";
import { coreOf } from "./core.js";
import { line } from "./lines.js";
import { serveWith } from "./http.js";
import { describeListenError } from "./listen-error.js";
import { openBrowser } from "./open-browser.js";
import { type Emulator, type EmulatorOptions, createEmulator } from "./server.js";
import { type StateFile, StateChangedError, keepState, openState } from "./state-file.js";
import { studioFiles } from "./studio.js";

const USAGE = `Usage: botwire-emulator [options] [-- <command that starts your bot>]

Runs the bot messaging service on this machine, in memory.

  --open                   opens the studio, a chat window, in the browser
  --port <number>          port to listen on; 0 chooses a free one (8081)
  --host <address>         address to listen on (127.0.0.1 and ::1)
  --token <token>          token of the bot (default: a new one each time)
  --username <name>        username of the bot (botwire_bot)
  --state <file>           keeps users, chats and bots across restarts
  --webhook <url>          sets the webhook of the bot
  --longest-poll <s>       longest wait of getUpdates in seconds (8)
  --watch <folder>         restarts the command after a change; repeatable
  --compat                 also accepts clients for newer versions
  --strict                 refuses unknown parameters
  --seed <number>          same identifiers, tokens and update_ids each time
  --quiet                  does not print requests and deliveries
  --cors <origin>          allows web pages of that origin; repeatable
  --allow-host <name>      accepts this host name too; repeatable
  --allow-remote-webhooks  also calls webhooks on other machines
  --version                prints the version
  --help [actions]         prints this text, or how to play users over HTTP
`;

const ACTIONS = `The studio at <url>/ is a chat with the bot. The same over HTTP:

  curl <url>/user/write -d 'a text'            writes to the bot
  curl <url>/user/messages                     shows the chat
  curl <url>/user/act/press -d '{"text":"A"}'  runs an action
  curl <url>/user/act/send -F file=@a.png      sends a file
  curl <url>/user/advance -d 25h               moves the clock
  curl <url>/user/log                          shows calls and deliveries
  curl -N <url>/user/events                    streams events

Requests from other machines and pages of other origins are refused. Only
webhooks on this machine are called. No response under /user/ has a token.

A command after --, such as -- node --watch main.js, starts your bot with the
variables SERVICE, BOT_TOKEN and, with --webhook, HOOK_PATH and PORT. With
--seed, a bot that remembers updates ignores those of the next start.

Actions of users: POST /user/act/<name> with the fields as a JSON object.
Fields in brackets are optional.

${ACTION_LINES.join("\n")}

Without message_id, press looks for the button in the last 50 messages, latest
first, and then in the reply keyboard. Without type, the kind of a sent message
follows from its other fields.
`;

/** Prints a sentence instead of a stack, and exits. */
function fail(message: string): never {
  console.error(`botwire-emulator: ${message}`);
  process.exit(1);
}

function parseInteger(name: string, text: string, most: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : NaN;
  return number <= most ? number : fail(`--${name}: expected a number from 0 to ${most}, got ${text}`);
}

/** Options of the command line. */
interface CommandOptions extends Record<"port" | "longest-poll", string> {
  host?: string;
  token?: string;
  username?: string;
  seed?: string;
  state?: string;
  webhook?: string;
  cors: string[];
  watch: string[];
  "allow-host": string[];
  "allow-remote-webhooks": boolean;
  compat: boolean;
  strict: boolean;
  quiet: boolean;
  open: boolean;
  version: boolean;
  help: boolean;
}

/** Returns the arguments, and the command after `--`, if there is one. */
function commandLine(args: string[]): [args: string[], command?: string[]] {
  const at = args.indexOf("--");
  return at < 0 ? [args] : [args.slice(0, at), args.slice(at + 1)];
}

function options(args: string[]): { values: CommandOptions; positionals: string[] } {
  const text = { type: "string" } as const;
  const texts = { type: "string", multiple: true, default: [] as string[] } as const;
  const flag = { type: "boolean", default: false } as const;
  try {
    return parseArgs({
      args,
      options: {
        port: { ...text, default: "8081" },
        host: text,
        // Shorter than the time after which most clients give up a request, whatever their `timeout`.
        "longest-poll": { ...text, default: "8" },
        token: text,
        username: text,
        seed: text,
        state: text,
        webhook: text,
        cors: texts,
        watch: texts,
        "allow-host": texts,
        "allow-remote-webhooks": flag,
        compat: flag,
        strict: flag,
        quiet: flag,
        open: flag,
        version: flag,
        help: flag,
      },
      allowPositionals: true,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail(`${reason.replace(/\. To specify a positional.*/s, "")}; --help lists the options`);
  }
}

/** Refuses a token that is not of the form that services use, because it was probably mistyped. */
function checkToken(token: string): void {
  if (!/^\d+:[!-~]+$/.test(token) || /[/?#%\\]/.test(token)) {
    fail("--token: expected digits, a colon and a secret, such as 1000001:AbC-123, in visible ASCII without / ? # % \\");
  }
}

function checkWebhook(url: string): void {
  if (!/^https?:\/\/[^/]/i.test(url) || !URL.canParse(url)) fail(`--webhook: expected a URL such as http://127.0.0.1:3000/hook, got ${JSON.stringify(url)}`);
}

/** Returns the version of the package. */
function version(): string {
  const text = readFileSync(new URL("../package.json", import.meta.url));
  return (JSON.parse(new TextDecoder().decode(text)) as { version: string }).version;
}

/** Describes an error of the file of `--state`. */
const describeStateError = (file: string, error: unknown): string => `--state: ${file}: ${error instanceof Error ? error.message : String(error)}`;

/** Reads the state in a file. A damaged file is not changed. */
function readState(file: string): StateFile {
  if (file === "") fail("--state: expected the name of a file");
  try {
    const state = openState(file);
    const { snapshot } = state;
    if (snapshot !== undefined) createEmulator({ snapshot }).close();
    return state;
  } catch (error) {
    return fail(`${describeStateError(file, error)}; the file was not changed`);
  }
}

/** Keeps the state in its file, until another program changes that file. Exits if it cannot be saved at the start. */
function keepOrExit(file: string, state: StateFile, emulator: Emulator, stop: () => void): () => boolean {
  try {
    return keepState(state, emulator, (error) => {
      console.error(`botwire-emulator: ${describeStateError(file, error)}`);
      if (error instanceof StateChangedError) stop();
    });
  } catch (error) {
    return fail(describeStateError(file, error));
  }
}

/** Refuses options that the state in the file already sets. */
function refuseBesideState({ seed, username, compat }: CommandOptions): void {
  const name = seed !== undefined ? "seed" : username !== undefined ? "username" : compat ? "compat" : undefined;
  if (name !== undefined) fail(`--${name}: only for a new state, but the file of --state exists`);
}

/** Creates the emulator. Errors of its options do not contain a token. */
function createOrExit(options: EmulatorOptions): Emulator {
  try {
    return createEmulator(options);
  } catch (error) {
    return fail(error instanceof Error ? error.message.replace("Bad Request: ", "--") : String(error));
  }
}

/** Returns the text without the token. */
const withoutToken = (emulator: Emulator, text: string): string => JSON.parse(coreOf(emulator).jsonWithoutTokens(JSON.stringify(text))) as string;

async function setWebhook(emulator: Emulator, url: string): Promise<void> {
  const body = new TextEncoder().encode(JSON.stringify({ url }));
  const { body: answer } = await emulator.request({ method: "POST", target: `/bot${emulator.token}/setWebhook`, contentType: "application/json", body });
  const { ok, description } = JSON.parse(String(answer)) as { ok: boolean; description?: string };
  if (!ok) fail(`--webhook: ${withoutToken(emulator, String(description))}`);
}

async function main(): Promise<void> {
  const [args, command] = commandLine(process.argv.slice(2));
  const { values: flags, positionals } = options(args);
  const { host, username, webhook, quiet } = flags;
  const [topic] = positionals;
  if (topic !== undefined && !(flags.help && topic === "actions" && positionals.length === 1)) {
    fail(`unexpected argument ${JSON.stringify(topic)}; --help lists the options`);
  }
  if (flags.help) return void process.stdout.write(topic === undefined ? USAGE : ACTIONS);
  if (flags.version) return void process.stdout.write(`${version()}\n`);
  if (flags.strict && flags.compat) fail("--strict and --compat cannot be combined: clients for newer versions send parameters that --strict refuses");
  if (command?.length === 0) fail("after -- a command is expected, such as node main.js");
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
  const { strict, compat } = flags;
  const state = flags.state === undefined ? undefined : readState(flags.state);
  const snapshot = state?.snapshot;
  if (snapshot !== undefined) refuseBesideState(flags);
  const emulator = createOrExit(snapshot === undefined ? { bots: [bot], seed, longestPoll, compat, strict } : { snapshot, longestPoll, strict });
  // More than the bot can have received after the last save.
  if (snapshot !== undefined) coreOf(emulator).skipUpdateIds(10_000);
  if (flags.token !== undefined && flags.token !== emulator.token) fail(`--token: the first bot of ${flags.state} has another one`);
  const access = { cors: flags.cors, hosts: flags["allow-host"], allowRemoteWebhooks: flags["allow-remote-webhooks"] };
  const listening = serveWith(emulator, { port, ...(host === undefined ? {} : { host }), ...access }, studioFiles());
  const server = await listening.catch(async (error: unknown) => fail(await describeListenError(error, port)));
  if (webhook !== undefined) await setWebhook(emulator, webhook);
  let stopBot: (() => void) | undefined;
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    stopBot?.();
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
curl ${server.url}/bot<token>/getMe
curl ${server.url}/user/write -d 'a user writes this to the bot'
curl ${server.url}/user/messages
${flags.compat || flags.strict ? "" : "\nA client written for a later interface may need --compat.\n"}`);
  if (flags.open) openBrowser(`${server.url}/`);
  if (command !== undefined) {
    stopBot = startBot({
      command,
      settings: settingsOf(server.url, emulator.token, webhook),
      watched: flags.watch,
      say: (sentence) => console.error(`botwire-emulator: ${sentence}`),
      onEnd(code) {
        process.exitCode = code;
        stop();
      },
    });
  }
  let seen = 0;
  if (!quiet) {
    emulator.watch(() => {
      // After a reset, and with another snapshot, the numbers start again.
      if (seen > 0 && emulator.log(seen - 1).length === 0) seen = 0;
      for (const entry of emulator.log(seen)) {
        seen = entry.number;
        console.log(line(entry));
      }
    });
  }
}

await main();
