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

// The check finds what it looks for.
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
