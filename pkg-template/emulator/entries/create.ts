// The exports of every entry of `botwire/emulator`: the service in memory, as a fetch function without a socket.

import type { EmulatorOptions } from "../core/options.js";
import { Emulator } from "../testing/emulator.js";

export type { Actions } from "../../actions.js";
export type { ActionName, BareActionName, ActionParameters, ActionResult, UserFile } from "../core/act.js";
export type { Answer, RequestParts } from "../core/answer.js";
export type { EmulatorChat, NewChatOptions, Rights } from "../testing/chat.js";
export type { DeliveryHandler } from "../core/delivery.js";
export type { Fault, FaultKind } from "../core/fault.js";
export type { LogEntry, LoggedCall, LoggedDelivery, LoggedDownload, LoggedStray } from "../core/log.js";
export type { MethodHandler } from "../testing/emulator.js";
export { init } from "../core/module.js";
export type { InlineResults, Press } from "../testing/press.js";
export type {
  BotPresence, CallbackAnswer, EmulatorEvent, EventPlace, InjectedFault, InlineAnswer, InvoiceTerms, NamedBot, OutputLine, Paying, PaymentState,
  ProgramStatus, TimedEntry,
  Pressed, QueryState, SeenDelivery, SeenEdit, TypedInline,
} from "../core/results.js";
export type { EmulatorBotOptions, EmulatorOptions, GameOptions } from "../core/options.js";
export type { Emulator } from "../testing/emulator.js";
export type { Duration } from "../core/time.js";
export type { Party, SeenMessage } from "../core/types.js";
export type { EmulatorUser } from "../testing/user.js";
export type {
  ChatOptions, NextMessageOptions, PayOptions, SendOptions, Shared, TypeOptions, UserOptions, WriteOptions,
} from "../testing/user-options.js";
export { type PlayOptions, playScenario } from "../scenario/play.js";
export type { ExpectedText, Scenario, ScenarioAnswer, ScenarioButton, ScenarioChat, ScenarioStep, ScenarioUser } from "../scenario/types.js";
export type { WaitOptions } from "../testing/wait.js";

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
