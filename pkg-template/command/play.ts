// `botwire emulator play`: plays a saved conversation against a bot in any language.

import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { basename, resolve } from "node:path";
import process from "node:process";

import { coreOf } from "../emulator/core/core.js";
import type { Emulator } from "../emulator/entries/server.js";
import { ScenarioError, checkScenario } from "../emulator/scenario/check.js";
import { describeDifference, type Difference, Player } from "../emulator/scenario/play.js";
import type { Scenario } from "../emulator/scenario/types.js";
import { serveWith } from "../emulator/server/http.js";
import { isPoll } from "../emulator/testing/lines.js";
import { BotProgram, settingsOf, withSettings } from "./bot-command.js";
import { checkWebhook, createOrExit, parseAnswer, parseInteger, setWebhook } from "./emulator-parts.js";
import { EMULATOR_OPTIONS } from "./emulator-options.js";
import { withoutControls } from "./terminal.js";
import { Failure, type OptionTable, describeError, optionLines, parseArguments, print, splitCommand } from "./arguments.js";

/** Exit codes. */
const DIFFERENT = 1;
const WRONG = 2;
/** The number of printed lines of the bot's output, after a difference. */
const SHOWN_LINES = 20;
/** Milliseconds between attempts to reach a webhook that does not listen yet. */
const CONNECT_AFTER_MS = 50;

const { webhook, compat, lenient, strict, answer, "secret-header": secretHeader } = EMULATOR_OPTIONS;

/** The options, in the order of the help. */
const OPTIONS = {
  webhook,
  timeout: { value: "<s>", default: "10", help: "time for the answers of a step (10)" },
  "start-timeout": { value: "<s>", default: "60", help: "time for the bot to start (60)" },
  verbose: { help: "prints the output of the bot, too" },
  compat, lenient, strict, answer,
  "secret-header": secretHeader,
  help: { help: "prints this help" },
} as const satisfies OptionTable;

const USAGE = `Usage: botwire emulator play [options] <scenario.json> -- <command of your bot>

Starts the emulator and your bot, lets users do what the scenario says, and
compares the answers of the bot. The studio saves scenarios: "Save as test".
Time passes only in the emulator.

${optionLines(OPTIONS)}
Your bot gets the variables SERVICE and BOT_TOKEN and, with --webhook,
HOOK_PATH and PORT.

Exit codes: 0 the same answers, 1 a difference, 2 a wrong scenario or option.
`;

/** An error of the scenario, an option or the command. */
function fail(message: string): never {
  throw new Failure(`play: ${message}`, WRONG);
}

/** Reads a scenario, with the files next to it. */
function readScenario(file: string): Scenario {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(readFileSync(file)));
  } catch (error) {
    return fail(`${file}: ${describeError(error)}`);
  }
  try {
    const scenario = checkScenario(value);
    const steps = scenario.steps.map((step, index) => {
      const { path, ...others } = (step["file"] ?? {}) as { path?: string };
      if (path === undefined) return step;
      try {
        return { ...step, file: { name: basename(path), ...others, data: readFileSync(resolve(file, "..", path)) } };
      } catch (error) {
        throw new ScenarioError(`steps[${index}].file.path: ${describeError(error)}`);
      }
    });
    return { ...scenario, steps };
  } catch (error) {
    return fail(`${file}: ${describeError(error)}`);
  }
}

/** Runs the command. @throws Failure */
export async function runPlay(allArgs: string[]): Promise<void> {
  const [args, rest] = parsed(() => splitCommand(OPTIONS, allArgs));
  const { values: flags } = parsed(() => parseArguments(OPTIONS, args));
  if (flags.help) return print(USAGE);
  // The scenario is the first argument; the command begins after --, which PowerShell removes.
  const [file, ...words] = rest ?? [];
  if (words[0] !== "--" && words[0]?.startsWith("-")) fail(`options come before the scenario, got ${words[0]} after it; --help lists them`);
  const command = words[0] === "--" ? words.slice(1) : words;
  if (file === undefined) fail("expected a scenario, such as: botwire emulator play scenario.json -- node bot.js");
  if (command.length === 0) fail("after -- a command is expected, such as node bot.js");
  const timeoutMs = 1000 * parsed(() => parseInteger("timeout", flags.timeout, 86_400));
  const startMs = 1000 * parsed(() => parseInteger("start-timeout", flags["start-timeout"], 86_400));
  if (flags.webhook !== undefined) parsed(() => checkWebhook(flags.webhook!));
  const answers = parsed(() => flags.answer.map(parseAnswer));
  const scenario = readScenario(file);
  const isCompat = flags.compat || scenario.compat === true;
  if (flags["secret-header"] !== undefined && !isCompat) fail("--secret-header: only with --compat");
  const bots = [{ token: `1000001:${randomBytes(26).toString("base64url")}` }];
  const emulator = parsed(() => createOrExit({ bots, compat: isCompat, lenient: flags.lenient, strict: flags.strict, secretHeader: flags["secret-header"], longestPoll: 8 }));
  for (const [method, result] of answers) emulator.answer(method, result);
  const server = await serveWith(emulator, { port: 0 });
  if (flags.webhook !== undefined) await parsed(() => setWebhook(emulator, flags.webhook!));
  const code = await playWith(emulator, scenario, { command, url: server.url, flags, timeoutMs, startMs });
  emulator.close();
  // The output must be written first.
  process.stdout.write("", () => process.exit(code));
}

/** Lets errors of arguments end with the exit code of this command. */
function parsed<Value>(run: () => Value): Value {
  const failed = (error: unknown): never => {
    if (error instanceof Failure) fail(error.message);
    throw error;
  };
  try {
    const value = run();
    return value instanceof Promise ? (value.catch(failed) as Value) : value;
  } catch (error) {
    return failed(error);
  }
}

interface Play {
  readonly command: readonly string[];
  readonly url: string;
  readonly flags: { readonly webhook: string | undefined; readonly verbose: boolean };
  readonly timeoutMs: number;
  readonly startMs: number;
}

/** Starts the bot, plays, and returns the exit code. */
async function playWith(emulator: Emulator, scenario: Scenario, { command, url, flags, timeoutMs, startMs }: Play): Promise<number> {
  let ended: string | undefined;
  let code: number | undefined;
  const player = new Player(emulator, scenario, () => ended);
  const settings = settingsOf(url, emulator.token, flags.webhook);
  const program = new BotProgram({
    command: withSettings(command, settings),
    settings,
    watched: [],
    now: () => emulator.clock.now(),
    write: (_, bytes) => flags.verbose && process.stderr.write(bytes),
    say: (sentence) => (ended = sentence),
    onEnd: (exitCode) => {
      code = exitCode;
      coreOf(emulator).loop.step();
    },
  });
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.once(signal, () => void program.stop().then(() => process.exit(WRONG)));
  let difference: Difference | string | undefined = await started(emulator, () => ended, startMs);
  difference ??= await player.play(timeoutMs);
  await program.stop();
  difference ??= player.rest();
  if (code === 127) fail(ended ?? "the command could not be started");
  if (difference === undefined) {
    print(`ok: ${scenario.steps.length} steps, ${player.answers} answers\n`);
    return 0;
  }
  print(`${typeof difference === "string" ? difference : `the bot answers differently\n${describeDifference(scenario, difference)}`}\n`);
  const output = program.lines.slice(-SHOWN_LINES);
  if (!flags.verbose && output.length > 0) print(`\nthe last output of the bot:\n${output.map(({ text }) => `  | ${withoutControls(text, false)}\n`).join("")}`);
  return DIFFERENT;
}

/** Waits until the bot polls, or its webhook accepts connections. Returns why that does not happen. */
function started(emulator: Emulator, ended: () => string | undefined, timeoutMs: number): Promise<string | undefined> {
  return new Promise((resolvePromise) => {
    let [isTrying, isWaiting] = [false, true];
    const end = (reason: string | undefined): void => {
      isWaiting = false;
      clearTimeout(timer);
      stop();
      resolvePromise(reason);
    };
    const timer = setTimeout(() => end(`the bot has not started within ${timeoutMs / 1000} s: it neither polls nor has a webhook that accepts connections`), timeoutMs);
    const tryWebhook = (url: URL): void => {
      const socket = connect(Number(url.port || (url.protocol === "https:" ? 443 : 80)), url.hostname.replace(/^\[|\]$/g, ""));
      socket.once("connect", () => (socket.destroy(), end(undefined)));
      socket.once("error", () => void (isWaiting && setTimeout(() => tryWebhook(url), CONNECT_AFTER_MS)));
    };
    const look = (): void => {
      const reason = ended();
      if (reason !== undefined) return end(reason);
      if (emulator.log().some(isPoll) || coreOf(emulator).loop.hasPolls) return end(undefined);
      const url = coreOf(emulator).webhooks()[0]?.url ?? "";
      if (isTrying || !URL.canParse(url)) return;
      isTrying = true;
      tryWebhook(new URL(url));
    };
    const stop = emulator.watch(look);
    look();
  });
}
