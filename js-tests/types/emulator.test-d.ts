// Every option of the emulator may be undefined, also under exactOptionalPropertyTypes.
import type {
  ChatOptions, EmulatorBotOptions, EmulatorOptions, Fault, GameOptions, NewChatOptions, NextMessageOptions, PayOptions, Rights, SendOptions, Shared, TypeOptions, UserFile, UserOptions,
  WaitOptions, WriteOptions,
} from "botwire/emulator";
import { createEmulator, serve, type ServeOptions } from "botwire/emulator";

/** Names of the fields that may be absent, and cannot be undefined. */
type Strict<Options> = Options extends unknown ? { [Name in keyof Options]-?: StrictAt<Options, Name> }[keyof Options] : never;
type StrictAt<Options, Name extends keyof Options> =
  {} extends Pick<Options, Name> ? ({ [Key in Name]: undefined } extends Pick<Options, Name> ? never : Name) : never;

type Nothing<Names extends never> = Names;
export type Checked = Nothing<
  | Strict<EmulatorBotOptions> | Strict<ChatOptions> | Strict<EmulatorOptions> | Strict<Fault> | Strict<GameOptions> | Strict<NewChatOptions> | Strict<NextMessageOptions> | Strict<PayOptions>
  | Strict<Rights> | Strict<SendOptions> | Strict<Shared> | Strict<TypeOptions> | Strict<UserFile> | Strict<UserOptions> | Strict<WaitOptions>
  | Strict<WriteOptions> | Strict<ServeOptions>
>;

// Checks the check itself.
// @ts-expect-error `strict` takes no undefined.
export type Found = Nothing<Strict<{ strict?: number; free?: number | undefined }>>;

const emulator = createEmulator({ bots: undefined, now: undefined, webhook: undefined, files: undefined });
const alice = emulator.user({ id: undefined, username: undefined });
const chat = emulator.chat({ type: undefined, creator: undefined });
alice.write("hi", { chat: undefined, bot: undefined, reply_to_message_id: undefined });
alice.press("Yes", { message_id: undefined, location: undefined, data: undefined });
alice.pay({ message_id: 1 }, { name: undefined, shipping: undefined, timeoutMs: undefined });
alice.forward(1, { from: undefined, to: undefined });
chat.remove(alice, { by: undefined, until_date: undefined });
emulator.game("game", { bot: undefined, photo: undefined });
serve(emulator, { port: undefined, host: undefined, cors: undefined, hosts: undefined, allowRemoteWebhooks: undefined });

// The actions, by their one definition.
const text: string | undefined = emulator.act("write", { text: "hi", user: alice.id, chat: undefined }).text;
const stage: "shipping" | "choosing" | "checkout" | "paid" | "failed" = emulator.act("payment", { payment: 1 }).stage;
emulator.act("photo", { chat: chat.id }, { data: "bytes" });
emulator.act("messages").at(-1)?.reply_markup;
export { stage, text };
// @ts-expect-error there is no such action
emulator.act("wrte", { text: "hi" });
// @ts-expect-error a misspelt field
emulator.act("write", { txt: "hi" });
// @ts-expect-error a misspelt field that could be left out
emulator.act("write", { text: "hi", reply_to_mesage_id: 1 });
// @ts-expect-error a missing field
emulator.act("write", {});
// @ts-expect-error a missing field
emulator.act("write");
// @ts-expect-error a wrong kind
emulator.act("write", { text: 5 });
// @ts-expect-error a value that is not one of those
emulator.act("send", { type: "poll" });
// @ts-expect-error an action without fields
emulator.act("users", { user: 7 });
