// Snapshots over HTTP, without tokens. When one is loaded, bots get their current tokens.

import { coreOf } from "./core.js";
import type { Emulator } from "./service.js";

/** Bytes before the state: magic (8), version (4), checksum (8); see src/emulator/snapshot.rs. */
const HEAD = 20;
const CHECKSUM = 12;
const MAGIC = "botwire\x1a";

const inJson = (token: string): string => JSON.stringify(token).slice(1, -1);
const standIn = (bot: number): string => `<token of ${bot}>`;

/** Returns the state of the emulator without tokens. */
export function snapshotFile(emulator: Emulator): Uint8Array<ArrayBuffer> {
  const snapshot = emulator.save();
  let text = new TextDecoder().decode(snapshot.subarray(HEAD));
  for (const { user, token } of emulator.act("bots")) text = text.replaceAll(inJson(token), standIn(user.id));
  // This also removes other spellings of a token.
  return sealed(snapshot, new TextEncoder().encode(coreOf(emulator).jsonWithoutTokens(text)));
}

/**
 * Returns the snapshot in a file, with the current tokens of the emulator's bots.
 *
 * @throws If the file is damaged, or contains bots that the emulator does not have.
 */
export function snapshotOf(file: Uint8Array, emulator: Emulator): Uint8Array<ArrayBuffer> {
  if (file.length < HEAD || new TextDecoder().decode(file.subarray(0, MAGIC.length)) !== MAGIC) throw new Error("Bad Request: the body is not a snapshot of the emulator");
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (view.getBigUint64(CHECKSUM, true) !== checksum(file.subarray(HEAD))) throw new Error("Bad Request: the snapshot is damaged: bytes are missing or changed");
  let text = new TextDecoder().decode(file.subarray(HEAD));
  for (const { user, token } of emulator.act("bots")) text = text.replaceAll(standIn(user.id), () => inJson(token));
  const missing = /"<token of (\d+)>"/.exec(text)?.[1];
  if (missing !== undefined) throw new Error(`Bad Request: the snapshot is of another bot, whose identifier is ${missing}; start the emulator with --token ${missing}:<secret>`);
  return sealed(file, new TextEncoder().encode(text));
}

function sealed(head: Uint8Array, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEAD + content.length);
  bytes.set(head.subarray(0, CHECKSUM));
  new DataView(bytes.buffer).setBigUint64(CHECKSUM, checksum(content), true);
  bytes.set(content, HEAD);
  return bytes;
}

/** FNV-1a of 64 bits, in four parts of 16 bits, because a BigInt takes a second for each megabyte. */
function checksum(bytes: Uint8Array): bigint {
  let [a, b, c, d] = [0x2325, 0x8422, 0x9ce4, 0xcbf2];
  for (const byte of bytes) {
    a ^= byte;
    // Times 0x0100_0000_01B3: 0x1b3, and 1 << 40.
    const [low, second, third, fourth] = [a * 0x1b3, b * 0x1b3, c * 0x1b3 + (a << 8), d * 0x1b3 + (b << 8)];
    a = low & 0xffff;
    const carried = second + (low >>> 16);
    b = carried & 0xffff;
    const next = third + (carried >>> 16);
    c = next & 0xffff;
    d = (fourth + (next >>> 16)) & 0xffff;
  }
  return (BigInt(d) << 48n) | (BigInt(c) << 32n) | (BigInt(b) << 16n) | BigInt(a);
}
