// The exports of every entry of `botwire/emulator`: the service in memory, as a fetch function without a socket.

import type { EmulatorOptions } from "./options.js";
import { Emulator } from "./service.js";

export type { Actions } from "../actions.js";
export type { ActionName, BareActionName, ActionParameters, ActionResult, UserFile } from "./act.js";
export type { Answer, RequestParts } from "./answer.js";
export type { EmulatorChat, NewChatOptions, Party, Rights } from "./chat.js";
export type { DeliveryHandler } from "./delivery.js";
export type { Fault, FaultKind } from "./fault.js";
export type { LogEntry, LoggedCall, LoggedDelivery, LoggedDownload, LoggedStray } from "./log.js";
export type { MethodHandler } from "./service.js";
export { init } from "./module.js";
export type { InlineResults, Press } from "./press.js";
export type {
  BotPresence, CallbackAnswer, EmulatorEvent, EventPlace, InjectedFault, InlineAnswer, InvoiceTerms, NamedBot, Paying, PaymentState,
  Pressed, QueryState, SeenDelivery, SeenEdit, TypedInline,
} from "./results.js";
export type { EmulatorBotOptions, EmulatorOptions, GameOptions } from "./options.js";
export type { Emulator } from "./service.js";
export type { Duration } from "./time.js";
export type { SeenMessage } from "./types.js";
export type { EmulatorUser } from "./user.js";
export type {
  ChatOptions, NextMessageOptions, PayOptions, SendOptions, Shared, TypeOptions, UserOptions, WriteOptions,
} from "./user-options.js";
export type { WaitOptions } from "./wait.js";

/**
 * Creates an emulator: the service in memory, with bots, users, chats and updates.
 *
 * ```js
 * const emulator = createEmulator();
 * const bot = new Bot({ baseUrl: emulator.baseUrl, token: emulator.token, fetch: emulator.fetch });
 * const alice = emulator.user({ first_name: "Alice" });
 * alice.write("hello");
 * ```
 *
 * You can create many. {@link Emulator.close} frees one. In a web page, call `await init()` first, which loads the wasm file.
 */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  return new Emulator(options);
}
