// The stage: an emulator in this page with a bot, the users that the visitor plays, and their group.
import { batch, type Signal, signal } from "@preact/signals";
import { Bot, type ReplyMarkup } from "botwire";
import type { Emulator, EmulatorChat, EmulatorUser, SeenMessage } from "botwire/emulator";
import type { Code } from "../run/code.ts";
import { Runner } from "../run/runner.ts";
import type { Sample } from "../samples/describe.ts";
import { triesOf } from "../samples/index.ts";
import type { WireRecord } from "../../wire/entries.ts";
import { maskOf } from "../../wire/mask.ts";
import { recordedFetch } from "../../wire/recording.ts";
import { openEmulator } from "../../wire/emulator.ts";
import { delivered } from "./deliveries.ts";
import { type Driver, Drivers } from "./drivers.ts";
import { Faults } from "./faults.ts";

/** Where a user writes: the private chat with the bot, or the group. */
export type Place = "bot" | "group";

/** What a user sees of a chat. */
export interface View {
  readonly messages: readonly SeenMessage[];
  readonly keyboard: ReplyMarkup | undefined;
  /** What the bot is doing, such as `typing`. */
  readonly action: string | undefined;
}

/** A server of a bot that is no server: requests to it are answered in this page. */
export const SERVER = "https://bot.test";
const NOTHING: View = { messages: [], keyboard: undefined, action: undefined };

/** Everything that happens on the playground, for one bot. */
export class Stage {
  readonly emulator: Emulator;
  readonly runner: Runner;
  readonly drivers: Drivers;
  readonly record: WireRecord;
  readonly faults: Faults;
  readonly group: EmulatorChat;
  readonly users: Signal<readonly EmulatorUser[]>;
  readonly me: Signal<EmulatorUser>;
  readonly place: Signal<Place>;
  /** What the user that is played sees in the chat that is open. */
  readonly view: Signal<View> = signal(NOTHING);
  /** How many messages of the bot each user has not seen, by `user/place`. */
  readonly unread: Signal<ReadonlyMap<string, number>> = signal(new Map());
  /** Counts what happened, for views that look at something else. */
  readonly beat: Signal<number> = signal(0);
  readonly blocked: Signal<ReadonlySet<number>> = signal(new Set());
  readonly #bot: Bot;
  /** Deliveries carry no signature: only who knows the path can make one. */
  readonly #path = `/hook/${[...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  readonly #seen = new Map<string, number>();
  readonly #ends: (() => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Sets the stage for a sample: a new service, new users, empty chats. */
  static async open(sample: Sample, code: Code, record: WireRecord): Promise<Stage> {
    const { bot, username } = sample;
    const emulator = await openEmulator({
      bots: [{ username, first_name: bot, inline_feedback: true, games: { taps: "Tap tap tap" } }],
    });
    const stage = new Stage(emulator, sample, record);
    await stage.runner.load(code);
    await stage.#announce();
    return stage;
  }

  private constructor(emulator: Emulator, sample: Sample, record: WireRecord) {
    this.emulator = emulator;
    this.record = record;
    const alice = emulator.user({ first_name: "Alice", username: "alice", language_code: "en" });
    const bob = emulator.user({ first_name: "Bob", username: "bob", language_code: "de" });
    this.group = emulator.chat({ type: "group", title: "Book club", creator: alice, members: [bob, emulator.bot] });
    this.group.promote(emulator.bot, { can_delete_messages: true, can_restrict_members: true, can_pin_messages: true });
    this.users = signal([alice, bob]);
    this.me = signal(alice);
    const [first] = triesOf(sample);
    this.place = signal(first?.what === "write" && first.isInGroup ? "group" : "bot");
    this.faults = new Faults(emulator);
    const { baseUrl, token } = emulator;
    const fetch = recordedFetch((url, init) => emulator.fetch(url, init), record, maskOf(token));
    this.#bot = new Bot({ baseUrl, token, fetch });
    this.runner = new Runner({ baseUrl, token, path: this.#path, fetch });
    this.drivers = new Drivers(this.runner, SERVER + this.#path);
    emulator.webhook = delivered((request) => this.runner.answer(request as Request), emulator, record);
    this.#ends.push(emulator.watch(() => this.#soon()), this.runner.watch());
    this.look();
  }

  /** Tells the service where the bot is. What happened while the stage was set is not for the bot. */
  async #announce(): Promise<void> {
    const { baseUrl, token, fetch } = this.emulator;
    const quiet = new Bot({ baseUrl, token, fetch });
    const last = (await quiet.getUpdates()).at(-1);
    if (last) await quiet.getUpdates({ offset: last.update_id + 1 });
    await this.drive();
  }

  /** Starts the bot by webhook or by polling, as a visitor sees it on the wire. */
  drive(driver?: Driver): Promise<void> {
    return this.drivers.start(this.#bot, driver);
  }

  /** Starts the bot again, so that what failed is tried at once. */
  async retry(): Promise<void> {
    const { baseUrl, token, fetch } = this.emulator;
    await this.drivers.start(new Bot({ baseUrl, token, fetch })).catch(() => undefined);
  }

  /** Where acts of the user take place: options of the emulator's methods. */
  where(place: Place = this.place.value): { chat?: EmulatorChat } {
    return place === "group" ? { chat: this.group } : {};
  }

  /** Plays another user. */
  play(user: EmulatorUser, place: Place = this.place.value): void {
    batch(() => {
      this.me.value = user;
      this.place.value = place;
    });
    this.look();
  }

  /** Adds a user, who is played from then on. */
  add(first_name: string): EmulatorUser {
    const user = this.emulator.user({ first_name, username: first_name.toLowerCase().replace(/\W/g, "") });
    this.users.value = [...this.users.value, user];
    return user;
  }

  /** Whether a user is in the group, and as what. */
  status(user: { id: number }): string {
    return this.group.members().find((member) => member.user.id === user.id)?.status ?? "left";
  }

  /** Blocks the bot, or takes that back. */
  block(isBlocked: boolean): void {
    const user = this.me.value;
    if (isBlocked) user.block();
    else user.unblock();
    const blocked = new Set(this.blocked.value);
    if (isBlocked) blocked.add(user.id);
    else blocked.delete(user.id);
    this.blocked.value = blocked;
  }

  /** Takes in what happened, once for all that happens in a turn. */
  #soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.look();
    });
  }

  /** Looks at the chats again. */
  look(): void {
    const [user, place] = [this.me.value, this.place.value];
    const where = this.where();
    const messages = user.messages(where);
    this.#seen.set(this.#seenKey(user, place), messages.at(-1)?.message_id ?? 0);
    batch(() => {
      this.view.value = { messages, keyboard: user.keyboard(where), action: user.action(where) };
      this.unread.value = this.#count();
      this.beat.value += 1;
    });
  }

  #count(): Map<string, number> {
    const unread = new Map<string, number>();
    for (const user of this.users.value) {
      for (const place of ["bot", "group"] as const) {
        const chat = place === "group" ? this.group.id : undefined;
        const after = this.#seen.get(this.#seenKey(user, place)) ?? 0;
        const messages = this.emulator.act("messages", { user: user.id, chat, after });
        unread.set(`${user.id}/${place}`, messages.filter(({ from }) => from?.is_bot).length);
      }
    }
    return unread;
  }

  /** A group that became a supergroup has another identifier, and counts its messages anew. */
  #seenKey(user: EmulatorUser, place: Place): string {
    return `${user.id}/${place === "group" ? this.group.id : place}`;
  }

  /** Ends it all. */
  close(): void {
    clearTimeout(this.#timer);
    for (const end of this.#ends) end();
    this.drivers.close();
    this.faults.close();
    this.emulator.close();
  }
}
