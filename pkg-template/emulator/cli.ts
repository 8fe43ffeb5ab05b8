#!/usr/bin/env node
// `botwire-emulator`: serves the emulator on a port of this machine.

import process from "node:process";
import { parseArgs } from "node:util";

import { createEmulator, serve } from "./node.js";

const USAGE = `botwire-emulator: the bot messaging service in a box

  --port <number>    port to listen on; 0 takes a free one   (8081)
  --host <address>   address to listen on                    (127.0.0.1)
  --token <token>    token of the bot                        (made up)
  --username <name>  username of the bot                     (botwire_bot)
  --seed <number>    seed of made-up identifiers and tokens  (1)
  --help             this text
`;

/** Ends with a sentence instead of a stack. */
function fail(message: string): never {
  console.error(`botwire-emulator: ${message}`);
  process.exit(1);
}

function whole(name: string, text: string, most: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : NaN;
  return number <= most ? number : fail(`--${name}: expected a number from 0 to ${most}, got ${text}`);
}

function options(): Record<"port" | "host" | "seed", string> & { token?: string; username?: string; help: boolean } {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      options: {
        port: { ...text, default: "8081" },
        host: { ...text, default: "127.0.0.1" },
        seed: { ...text, default: "1" },
        token: text,
        username: text,
        help: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
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
  const { port: wanted, host, seed, token, username, help } = options();
  if (help) return void process.stdout.write(USAGE);
  const port = whole("port", wanted, 65_535);
  const bot = { ...(token === undefined ? {} : { token }), ...(username === undefined ? {} : { username }) };
  const emulator = createEmulator({ bots: [bot], seed: whole("seed", seed, Number.MAX_SAFE_INTEGER) });
  const server = await serve(emulator, { port, host }).catch((error: unknown) => fail(why(error, port)));
  console.log(`base URL  ${server.url}
token     ${emulator.token}

curl ${server.url}/bot${emulator.token}/getMe
curl ${server.url}/user/write -d 'a user writes this to the bot'
curl ${server.url}/user/messages`);
  const stop = (): void => {
    emulator.close();
    void server.close();
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

await main();
