// The settings of a bot, from the environment or a file, and the bot that they make.

import { existsSync, readFileSync } from "node:fs";
import process from "node:process";
import * as util from "node:util";

import { Bot } from "../entries/node.js";
import { printable } from "../errors/printable.js";
import { redactor } from "../errors/redact.js";
import { Failure, type OptionTable, type Values, describeError } from "./arguments.js";

/** The options of every command that calls the service. */
export const SETTING_OPTIONS = {
  // Not "env-file": Node itself takes that one, wherever it is.
  settings: { value: "<file>", help: "file with the settings (.env or .dev.vars)" },
  "allow-http": { help: "accepts http: for another machine" },
} as const satisfies OptionTable;

/** How the settings are found, for the help of a command. */
export const SETTINGS_HELP = `Reads SERVICE (the base URL), BOT_TOKEN and HOOK_PATH (the secret path) from the
environment, or from .env. The token is never printed.
`;

/** Milliseconds after which a call is given up. */
const TIMEOUT_MS = 20_000;
/** Files with settings; the second one is that of Workers. */
const FILES = [".env", ".dev.vars"];

/** The settings of a bot. */
export interface Settings {
  readonly service: string;
  readonly token: string;
  /** The secret path of the webhook. A bot that polls has none. */
  readonly hookPath: string | undefined;
  readonly bot: Bot;
  /** Returns a text for the terminal, in one line, without the token. */
  readonly shown: (text: string) => string;
}

/** Returns the variables of a file. */
function variablesOf(file: string): Record<string, string> {
  if (util.parseEnv === undefined) throw new Failure(`${file} cannot be read by this version of Node: use Node 20.12 or newer, or set SERVICE and BOT_TOKEN in the environment`);
  try {
    return util.parseEnv(new TextDecoder().decode(readFileSync(file)));
  } catch (error) {
    throw new Failure(`--settings: ${describeError(error)}`);
  }
}

/** Reads the settings and creates the bot. @throws Failure that names a missing or invalid setting. */
export function settingsFrom(options: Values<typeof SETTING_OPTIONS>): Settings {
  const file = options.settings ?? FILES.find((name) => existsSync(name));
  const fromFile = file === undefined ? {} : variablesOf(file);
  // An empty variable counts as missing: shells and CI systems export unset ones like that.
  const setting = (name: string): string | undefined => process.env[name] || fromFile[name] || undefined;
  const needed = (name: string, example: string): string => {
    const place = file ?? ".env";
    return setting(name) ?? fail(`${name} is not set: write ${name}=${example} into ${place}, or set it in the environment`);
  };
  const service = needed("SERVICE", "https://service.example");
  const token = needed("BOT_TOKEN", "<token>");
  const hookPath = setting("HOOK_PATH");
  if (hookPath !== undefined && !hookPath.startsWith("/")) fail("HOOK_PATH must begin with a slash, such as /hook/<random characters>");
  const redact = redactor(token);
  try {
    // Other runtimes use the proxy of the system by themselves.
    const isNode = !("Bun" in globalThis) && !("Deno" in globalThis);
    const bot = new Bot({ baseUrl: service, token, timeoutMs: TIMEOUT_MS, allowHttp: options["allow-http"], ...(isNode && { proxy: "env" }) });
    return { service: bot.baseUrl, token, hookPath, bot, shown: (text) => redact(printable(text)) };
  } catch (error) {
    return fail(redact(describeError(error)).replace("Bot: baseUrl", "SERVICE").replace("Bot: token", "BOT_TOKEN").replace("see allowHttp", "see --allow-http"));
  }
}

function fail(message: string): never {
  throw new Failure(message);
}

/** Returns the URL of a webhook with the name of the setting instead of the secret path. */
export function withoutPath(url: string, hookPath: string | undefined): string {
  if (!URL.canParse(url)) return "(not a URL)";
  const { origin, pathname } = new URL(url);
  if (pathname === "/") return origin;
  const isOurs = hookPath !== undefined && pathname.endsWith(hookPath);
  return isOurs ? `${origin}${pathname.slice(0, -hookPath.length)}<HOOK_PATH>` : `${origin}/<another path of ${pathname.length} characters>`;
}
