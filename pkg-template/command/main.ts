#!/usr/bin/env node
// `botwire`, the program of the package. Each command is a module that only its users load.

import { readFileSync } from "node:fs";
import process from "node:process";

import { Failure, print } from "./arguments.js";

/** A command. */
interface Command {
  /** What the command does, for the list of commands. */
  readonly help: string;
  readonly load: () => Promise<(args: string[]) => Promise<void>>;
  /** The exit code after a wrong argument or setting. */
  readonly failureCode: number;
  /** True if the program goes on when the command returns. */
  readonly isServer?: true;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  emulator: {
    help: "runs the bot messaging service on this machine, with a chat window",
    load: async () => (await import("./emulator.js")).runEmulator,
    failureCode: 1,
    isServer: true,
  },
  webhook: {
    help: "sets, deletes or shows the webhook of a bot",
    load: async () => (await import("./webhook.js")).runWebhook,
    failureCode: 1,
  },
  doctor: {
    help: "finds out why a bot gets no updates; exit codes for monitoring",
    load: async () => (await import("./doctor/doctor.js")).runDoctor,
    failureCode: 3,
  },
};

const LIST = Object.entries(COMMANDS).map(([name, { help }]) => `  ${name.padEnd(9)} ${help}\n`);

const USAGE = `Usage: botwire <command> [options]

${LIST.join("")}
botwire <command> --help lists the options of a command.
botwire --version prints the version.
`;

/** Returns the version of the package. */
function version(): string {
  const text = readFileSync(new URL("../package.json", import.meta.url));
  return (JSON.parse(new TextDecoder().decode(text)) as { version: string }).version;
}

/** Prints a sentence instead of a stack. */
function complain(name: string, message: string): void {
  console.error(`${name}: ${message}`);
}

async function main([name, ...args]: readonly string[]): Promise<void> {
  if (name === undefined || name === "--help" || name === "help") return print(USAGE);
  if (name === "--version") return print(`${version()}\n`);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    complain("botwire", `there is no ${name.startsWith("-") ? "option" : "command"} ${JSON.stringify(name)}; the commands are ${Object.keys(COMMANDS).join(", ")}`);
    process.exitCode = 1;
    return;
  }
  try {
    await (await command.load())(args);
    // A handler that was loaded may keep the program alive. The output must be written first.
    if (!command.isServer) process.stdout.write("", () => process.exit());
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    complain(`botwire ${name}`, error.message);
    // A server may listen already.
    process.exit(error.code ?? command.failureCode);
  }
}

await main(process.argv.slice(2));
