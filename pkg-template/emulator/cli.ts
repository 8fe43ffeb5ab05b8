#!/usr/bin/env node
// `botwire-emulator`: serves the emulator on a port of this machine.

import process from "node:process";
import { parseArgs } from "node:util";

import { line } from "./lines.js";
import { type Emulator, type EmulatorOptions, createEmulator, serve } from "./server.js";

const USAGE = `botwire-emulator: the bot messaging service in a box

  --port <number>    port to listen on; 0 takes a free one   (8081)
  --host <address>   address to listen on                    (127.0.0.1)
  --token <token>    token of the bot                        (made up)
  --username <name>  username of the bot                     (botwire_bot)
  --seed <number>    seed of made-up identifiers and tokens  (1)
  --longest-poll <s> seconds that getUpdates waits at most   (8)
  --compat           serve clients of later interfaces, too
  --quiet            no line for each request and delivery
  --help             this text

Users act by POST /user/write with a text, and POST /user/act/<name> with JSON; GET /user/messages shows the chat,
GET /user/log the calls and deliveries, and POST /user/advance with a duration such as 25h moves the clock.
`;

/** Ends with a sentence instead of a stack. */
function fail(message: string): never {
  console.error(`botwire-emulator: ${message}`);
  process.exit(1);
}

/** A text of these characters only; what came may be a token, and is not repeated. */
function check(name: string, text: string | undefined, characters: RegExp): void {
  if (text !== undefined && !characters.test(text)) fail(`--${name}: expected it to match ${characters}`);
}

function whole(name: string, text: string, most: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : NaN;
  return number <= most ? number : fail(`--${name}: expected a number from 0 to ${most}, got ${text}`);
}

function options(): Record<"port" | "host" | "seed" | "longest-poll", string> & { token?: string; username?: string; compat: boolean; quiet: boolean; help: boolean } {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      options: {
        port: { ...text, default: "8081" },
        host: { ...text, default: "127.0.0.1" },
        seed: { ...text, default: "1" },
        // Shorter than most clients' patience with a request, whatever their `timeout`.
        "longest-poll": { ...text, default: "8" },
        token: text,
        username: text,
        compat: { type: "boolean", default: false },
        quiet: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
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
    return fail(error instanceof Error ? error.message : String(error));
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

async function main(): Promise<void> {
  const { port: wanted, host, seed, token, username, compat, quiet, help, "longest-poll": longest } = options();
  if (help) return void process.stdout.write(USAGE);
  const port = whole("port", wanted, 65_535);
  check("token", token, /^[\w:-]+$/);
  check("username", username, /^\w+$/);
  const bot = { ...(token === undefined ? {} : { token }), ...(username === undefined ? {} : { username }) };
  const longestPoll = whole("longest-poll", longest, 0xffff_ffff);
  const emulator = made({ bots: [bot], seed: whole("seed", seed, Number.MAX_SAFE_INTEGER), longestPoll, compat });
  const server = await serve(emulator, { port, host }).catch((error: unknown) => fail(why(error, port)));
  // A token of one's own is not printed; one that was made up has to be.
  console.log(`base URL  ${server.url}
token     ${token === undefined ? emulator.token : "(as given)"}

curl ${server.url}/bot${token === undefined ? emulator.token : "<token>"}/getMe
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
  const stop = (): void => {
    void server.close();
    emulator.close();
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

await main();
