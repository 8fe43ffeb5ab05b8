// Checks of options and settings of an emulator, for each command that starts one.

import { coreOf } from "../emulator/core/core.js";
import { createEmulator, type Emulator, type EmulatorOptions } from "../emulator/entries/server.js";
import { Failure, describeError } from "./arguments.js";

function fail(message: string): never {
  throw new Failure(message);
}

/** Parses the number of an option. */
export function parseInteger(name: string, text: string, most: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : NaN;
  return number <= most ? number : fail(`--${name}: expected a number from 0 to ${most}, got ${text}`);
}

/** Checks the URL of `--webhook`. */
export function checkWebhook(url: string): void {
  if (!/^https?:\/\/[^/]/i.test(url) || !URL.canParse(url)) fail(`--webhook: expected a URL such as http://127.0.0.1:3000/hook, got ${JSON.stringify(url)}`);
}

/** Parses an option `--answer`: the name of a method, and its result. */
export function parseAnswer(text: string): [method: string, result: unknown] {
  const [, method = "", json = ""] = /^(\w+)=(.*)$/s.exec(text) ?? [];
  try {
    return [method, JSON.parse(json)];
  } catch {
    return fail(`--answer: expected a method and its result as JSON, such as setMyCommands=true, got ${text}`);
  }
}

/** Creates the emulator. Errors of its options do not contain a token; `describe` returns the text of others. */
export function createOrExit(options: EmulatorOptions, describe = describeError): Emulator {
  const ofOption = "Bad Request: ";
  try {
    return createEmulator(options);
  } catch (error) {
    return fail(error instanceof Error && error.message.startsWith(ofOption) ? error.message.replace(ofOption, "--") : describe(error));
  }
}

/** Returns the text without the token. */
export const withoutToken = (emulator: Emulator, text: string): string => JSON.parse(coreOf(emulator).jsonWithoutTokens(JSON.stringify(text))) as string;

/** Sets the webhook of the first bot. */
export async function setWebhook(emulator: Emulator, url: string): Promise<void> {
  const body = new TextEncoder().encode(JSON.stringify({ url }));
  const { body: answer } = await emulator.request({ method: "POST", target: `/bot${emulator.token}/setWebhook`, contentType: "application/json", body });
  const { ok, description } = JSON.parse(String(answer)) as { ok: boolean; description?: string };
  if (!ok) fail(`--webhook: ${withoutToken(emulator, String(description))}`);
}
