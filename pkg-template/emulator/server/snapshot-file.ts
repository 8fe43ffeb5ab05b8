// Snapshots over HTTP, without tokens. When one is loaded, bots get their current tokens.

import { Service } from "../emulator.js";
import { coreOf } from "../core/core.js";
import type { Emulator } from "../testing/emulator.js";

const inJson = (token: string): string => JSON.stringify(token).slice(1, -1);
const standIn = (bot: number): string => `<token of ${bot}>`;

/** Returns the state of the emulator without tokens. */
export function snapshotFile(emulator: Emulator): Uint8Array<ArrayBuffer> {
  let text = contentOf(emulator.save());
  for (const { user, token } of emulator.act("bots")) text = text.replaceAll(inJson(token), standIn(user.id));
  // This also removes other spellings of a token.
  return sealed(coreOf(emulator).jsonWithoutTokens(text));
}

/**
 * Returns the snapshot in a file, with the current tokens of the emulator's bots.
 *
 * @throws If the file is damaged, or contains bots that the emulator does not have.
 */
export function snapshotOf(file: Uint8Array, emulator: Emulator): Uint8Array<ArrayBuffer> {
  let text = contentOf(file);
  for (const { user, token } of emulator.act("bots")) text = text.replaceAll(standIn(user.id), () => inJson(token));
  const missing = /"<token of (\d+)>"/.exec(text)?.[1];
  if (missing !== undefined) throw new Error(`Bad Request: the snapshot is of another bot, whose identifier is ${missing}; start the emulator with --token ${missing}:<secret>`);
  return sealed(text);
}

function contentOf(file: Uint8Array): string {
  try {
    return new TextDecoder().decode(Service.unsealed(file));
  } catch (error) {
    throw new Error(`Bad Request: ${(error as Error).message}`);
  }
}

function sealed(text: string): Uint8Array<ArrayBuffer> {
  return Service.sealed(new TextEncoder().encode(text)) as Uint8Array<ArrayBuffer>;
}
