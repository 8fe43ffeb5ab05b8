// Options of an emulator: its bots, its clock, its webhooks.

import { type UserFile, isBytes } from "./act.js";
import { checkArray, checkFlag, checkFunction, checkNames, checkNumber, checkObject, checkString, wrong } from "./check.js";
import type { DeliveryOptions } from "./delivery.js";
import type { Party } from "./types.js";

/**
 * A bot to create. Absent fields are generated, the same way each time.
 *
 * @example
 * ```ts
 * const emulator = createEmulator({ bots: [{ token: "123456:secret", username: "my_bot", games: { taps: "Taps" } }] });
 * ```
 */
export interface EmulatorBotOptions {
  /** Authorization token: visible ASCII without `/ ? # % \\`. Digits before a colon are the identifier of the bot. */
  token?: string | undefined;
  /** The username without `@`. */
  username?: string | undefined;
  first_name?: string | undefined;
  /** If true, the bot receives a `chosen_inline_result` when a user chooses an inline result. */
  inline_feedback?: boolean | undefined;
  /** If true, inline queries contain the location of the user. */
  inline_location?: boolean | undefined;
  /** Titles of games by short name. Without this option, every short name is a game. */
  games?: Record<string, string> | undefined;
}

/**
 * The text and pictures of a game.
 *
 * @example
 * ```ts
 * emulator.game("taps", { title: "Taps", description: "Tap as often as you can." });
 * ```
 */
export interface GameOptions {
  /** The bot. Default: the first bot. */
  bot?: Party | undefined;
  title?: string | undefined;
  description?: string | undefined;
  /** The photo of the game. Default: a plain picture. */
  photo?: UserFile | undefined;
  /** The animation of the game. Default: none. */
  animation?: UserFile | undefined;
}

/**
 * Options of {@link createEmulator}.
 *
 * @example
 * ```ts
 * let now = Date.UTC(2026, 0, 1);
 * const emulator = createEmulator({ seed: 1, strict: true, now: () => now, files: { "https://site.example/cat.jpg": { data: photo } } });
 * ```
 */
export interface EmulatorOptions extends DeliveryOptions {
  /** The bots. Default: one. */
  bots?: EmulatorBotOptions[] | undefined;
  /**
   * A snapshot of `Emulator.save()`. It sets the bots, users, chats, clock and next `update_id`, and replaces `bots`, `seed`
   * and `compat`. A bot that remembers handled updates ignores those of a second emulator from the same snapshot, because they
   * have the same `update_id`s.
   */
  snapshot?: Uint8Array | undefined;
  /**
   * Returns the time in milliseconds since 1970. Default: the time of the platform. With this option, time passes only by
   * `Emulator.advance()`.
   */
  now?: (() => number) | undefined;
  /**
   * The seed of identifiers, tokens and `update_id`s. A bot that remembers handled updates ignores those of a second emulator
   * with the same seed, so give it an empty store for each emulator. Without a seed, identifiers and tokens are the same in
   * each emulator, and `update_id`s start at a different number.
   */
  seed?: number | undefined;
  /**
   * The webhooks that may use plain HTTP and any port, which the service does not allow: those on this machine (`"loopback"`,
   * the default), all (`true`), or none (`false`).
   */
  allowHttpWebhooks?: boolean | "loopback" | undefined;
  /**
   * If true, the emulator also accepts clients for newer versions of the interface. It then understands parameters such as
   * `reply_parameters` and sends fields such as `file_unique_id`. Default: false.
   */
  compat?: boolean | undefined;
  /**
   * If true, the emulator also accepts input that real services accept and the specification does not have, such as plain
   * strings as buttons, and `html` as `parse_mode`. `compat` includes this. Default: false.
   */
  lenient?: boolean | undefined;
  /**
   * If true, calls with unknown parameters are refused, even inside objects and arrays. The error names the parameter. With
   * `compat`, parameters of newer versions are accepted. Default: false.
   */
  strict?: boolean | undefined;
  /**
   * The files behind the URLs that bots send, because the emulator opens no connections: an object by URL, or a function that
   * returns a file. `type` is required. If the function throws, the URL fails. Any other URL returns a small sample file of the
   * right type.
   */
  files?: Readonly<Record<string, UserFile>> | ((url: string) => UserFile | undefined) | undefined;
  /** The largest number of log entries. Default: 1000. */
  logSize?: number | undefined;
  /** The longest wait of a long poll in seconds, whatever its `timeout`. Default: 50. */
  longestPoll?: number | undefined;
  /**
   * The seconds in which a bot can answer a callback query, by the clock of the emulator. After that, the answer is refused.
   * Default: 60.
   */
  callbackTimeout?: number | undefined;
}

const OPTION_NAMES = [
  "bots", "snapshot", "now", "seed", "allowHttpWebhooks", "compat", "lenient", "strict", "files", "logSize", "longestPoll", "callbackTimeout",
  "secretHeader", "fetch", "webhook",
] as const satisfies (keyof EmulatorOptions)[];

/** Refuses unknown options, and values of the wrong kind. */
export function checkOptions(options: EmulatorOptions): void {
  const { bots, snapshot, now, fetch, webhook, files, secretHeader } = checkNames("createEmulator", options, OPTION_NAMES);
  if (bots !== undefined) checkArray("bots", bots).forEach((bot, index) => checkObject(`bots[${index}]`, bot));
  if (snapshot !== undefined && !isBytes(snapshot)) throw wrong("snapshot", "bytes", snapshot);
  for (const [name, value] of Object.entries({ now, fetch, webhook })) {
    if (value !== undefined) checkFunction(name, value);
  }
  if (files !== undefined && typeof files !== "function") checkObject("files", files, "an object or a function");
  if (secretHeader !== undefined && !/^[\w!#$%&'*+.^`|~-]+$/.test(checkString("secretHeader", secretHeader))) {
    throw wrong("secretHeader", "the name of a header", secretHeader);
  }
  const { seed = 0, logSize = 0, longestPoll = 0, callbackTimeout = 0, allowHttpWebhooks = true, compat = false, lenient = false, strict = false } = options;
  for (const [name, flag] of Object.entries({ compat, lenient, strict })) checkFlag(name, flag);
  if (secretHeader !== undefined && !compat && snapshot === undefined) throw new TypeError("secretHeader: works with compat: true only");
  checkNumber("callbackTimeout", callbackTimeout, 0, 0xffff_ffff);
  checkNumber("seed", seed);
  checkNumber("logSize", logSize, 0, 0xffff_ffff);
  checkNumber("longestPoll", longestPoll, 0, 0xffff_ffff);
  if (typeof allowHttpWebhooks !== "boolean" && allowHttpWebhooks !== "loopback") {
    throw wrong("allowHttpWebhooks", 'true, false or "loopback"', allowHttpWebhooks);
  }
}

/** Returns the options that are true or false in the form of the wasm: their names, separated by spaces. */
export function modes({ compat, lenient, strict, secretHeader }: EmulatorOptions): string {
  const names = { compat, lenient, strict, secret: secretHeader !== undefined };
  return Object.entries(names).flatMap(([name, holds]) => (holds ? [name] : [])).join(" ");
}

/** Returns the option for HTTP webhooks in the form of the wasm. */
export function httpWebhooks({ allowHttpWebhooks = "loopback" }: EmulatorOptions): string {
  if (allowHttpWebhooks === "loopback") return "loopback";
  return allowHttpWebhooks ? "always" : "never";
}
