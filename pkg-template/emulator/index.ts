// `botwire/emulator`: the service in a box, as a fetch function with no socket.

import { Emulator, type EmulatorOptions } from "./service.js";

export type { WebhookHandler } from "./delivery.js";
export type { LogEntry, LoggedCall, LoggedDelivery } from "./log.js";
export { init } from "./module.js";
export type { Answer, BotOptions, Emulator, EmulatorOptions } from "./service.js";
export type { Duration } from "./time.js";
export type { ChatOptions, EmulatorUser, SeenMessage, UserOptions, WaitOptions, WriteOptions } from "./user.js";

/**
 * The service in memory: bots, users, chats and updates, checked by the same tables as the client.
 *
 * ```js
 * const emulator = createEmulator();
 * const bot = new Bot({ baseUrl: emulator.baseUrl, token: emulator.token, fetch: emulator.fetch });
 * const alice = emulator.user({ first_name: "Alice" });
 * alice.write("hello");
 * ```
 *
 * Many may live side by side; {@link Emulator.close} frees one. In Node this works at once;
 * elsewhere await `init()` first.
 */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  return new Emulator(options);
}
