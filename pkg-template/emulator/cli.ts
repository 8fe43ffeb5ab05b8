#!/usr/bin/env node
// `botwire-emulator`: serves the emulator on a port of this machine.

import { randomBytes } from "node:crypto";
import process from "node:process";
import { parseArgs } from "node:util";

import { ACTION_LINES } from "../actions.js";
import { line } from "./lines.js";
import { type Emulator, type EmulatorOptions, createEmulator, serve } from "./server.js";

const USAGE = `botwire-emulator: the bot messaging service in a box

  --port <number>          port to listen on; 0 takes a free one   (8081)
  --host <address>         address to listen on                    (127.0.0.1)
  --token <token>          token of the bot                        (made up, another one at each start)
  --username <name>        username of the bot                     (botwire_bot)
  --seed <number>          seed of what is made up: equal ones give equal identifiers and tokens
  --webhook <url>          sets the webhook of the bot
  --longest-poll <s>       seconds that getUpdates waits at most   (8)
  --cors <origin>          lets pages of that origin use the emulator, such as http://localhost:5173; repeatable
  --allow-host <name>      answers by that name of this machine, too; repeatable
  --allow-remote-webhooks  calls webhooks on other machines, too
  --compat                 serves clients of later interfaces, too
  --strict                 refuses parameters that the specification does not have; not with --compat
  --quiet                  no line for each request and delivery
  --help                   this text

Users act by POST /user/write with a text, and POST /user/act/<name> with the fields as JSON; GET /user/messages shows the
chat, GET /user/log the calls and deliveries, and POST /user/advance with a duration such as 25h moves the clock. The names
and fields, those in brackets optional, which the type Actions documents:

${ACTION_LINES.join("\n")}

A press without message_id is of the latest of the last 50 messages with an inline keyboard that has the button, else of the
reply keyboard. A send without type is of the type that its fields say.

Only this machine is answered, by the names localhost, 127.0.0.1 and [::1] or the address it listens on, and no page of
another origin. Webhooks go to this machine. No answer of /user/ holds a token.
`;

/** Prints a sentence instead of a stack, and exits. */
function fail(message: string): never {
  console.error(`botwire-emulator: ${message}`);
  process.exit(1);
}

function whole(name: string, text: string, most: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : NaN;
  return number <= most ? number : fail(`--${name}: expected a number from 0 to ${most}, got ${text}`);
}

/** What the command is given. */
interface CommandOptions extends Record<"port" | "host" | "longest-poll", string> {
  token?: string;
  username?: string;
  seed?: string;
  webhook?: string;
  cors: string[];
  "allow-host": string[];
  "allow-remote-webhooks": boolean;
  compat: boolean;
  strict: boolean;
  quiet: boolean;
  help: boolean;
}

function options(): CommandOptions {
  const text = { type: "string" } as const;
  const texts = { type: "string", multiple: true, default: [] as string[] } as const;
  const flag = { type: "boolean", default: false } as const;
  try {
    return parseArgs({
      options: {
        port: { ...text, default: "8081" },
        host: { ...text, default: "127.0.0.1" },
        // Shorter than the time after which most clients give up a request, whatever their `timeout`.
        "longest-poll": { ...text, default: "8" },
        token: text,
        username: text,
        seed: text,
        webhook: text,
        cors: texts,
        "allow-host": texts,
        "allow-remote-webhooks": flag,
        compat: flag,
        strict: flag,
        quiet: flag,
        help: flag,
      },
    }).values;
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

/** The emulator; what its options are refused for names no token. */
function made(given: EmulatorOptions): Emulator {
  try {
    return createEmulator(given);
  } catch (error) {
    return fail(error instanceof Error ? error.message.replace("Bad Request: ", "--") : String(error));
  }
}

function why(error: unknown, port: number): string {
  switch ((error as { code?: string }).code) {
    case "EADDRINUSE":
      return `port ${port} is taken; choose another with --port, or --port 0 for a free one`;
    case "EACCES":
      return `port ${port} may not be used without privileges; choose another with --port`;
    default:
      return error instanceof Error ? error.message : String(error);
  }
}

/** The text without the token. */
const redact = (emulator: Emulator, text: string): string => JSON.parse(emulator.redactJson(JSON.stringify(text))) as string;

async function setWebhook(emulator: Emulator, url: string): Promise<void> {
  const body = new TextEncoder().encode(JSON.stringify({ url }));
  const { body: answer } = await emulator.request({ method: "POST", target: `/bot${emulator.token}/setWebhook`, contentType: "application/json", body });
  const { ok, description } = JSON.parse(String(answer)) as { ok: boolean; description?: string };
  if (!ok) fail(`--webhook: ${redact(emulator, String(description))}`);
}

async function main(): Promise<void> {
  const given = options();
  const { host, username, webhook, quiet } = given;
  if (given.help) return void process.stdout.write(USAGE);
  const port = whole("port", given.port, 65_535);
  const seed = given.seed === undefined ? undefined : whole("seed", given.seed, Number.MAX_SAFE_INTEGER);
  if (username !== undefined && !/^\w+$/.test(username)) fail("--username: expected letters, digits and underscores");
  // A new one at each start, so that no other program on this machine knows it.
  const token = given.token ?? (seed === undefined ? `1000001:${randomBytes(26).toString("base64url")}` : undefined);
  const bot = { token, username };
  const longestPoll = whole("longest-poll", given["longest-poll"], 0xffff_ffff);
  const emulator = made({ bots: [bot], seed, longestPoll, compat: given.compat, strict: given.strict });
  const access = { cors: given.cors, hosts: given["allow-host"], allowRemoteWebhooks: given["allow-remote-webhooks"] };
  const server = await serve(emulator, { port, host, ...access }).catch((error: unknown) => fail(why(error, port)));
  if (webhook !== undefined) await setWebhook(emulator, webhook);
  // A given token is not printed; a generated one is printed once.
  console.log(`base URL  ${server.url}
token     ${given.token === undefined ? emulator.token : "(as given)"}
${webhook === undefined ? "" : `webhook   ${redact(emulator, webhook)}\n`}
curl ${server.url}/bot<token>/getMe
curl ${server.url}/user/write -d 'a user writes this to the bot'
curl ${server.url}/user/messages
`);
  let seen = 0;
  if (!quiet) {
    emulator.watch(() => {
      for (const entry of emulator.log(seen)) {
        seen = entry.number;
        console.log(line(entry));
      }
    });
  }
  const stop = (): void => emulator.close();
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

await main();
