// Events of a served emulator, from its log, its actions and its deliveries.

import type { ActionName } from "../core/act.js";
import { coreOf } from "../core/core.js";
import type { Delivery } from "../core/delivery.js";
import type { DeliveryAnswers } from "./delivery-answers.js";
import { EventLog } from "./events.js";
import type { LogEntry } from "../core/log.js";
import type { EmulatorEvent, EventPlace, TimedEntry } from "../core/results.js";
import type { Emulator } from "../testing/emulator.js";
import type { Update } from "../core/types.js";

/** A chat, and its last known state. */
interface Seen {
  readonly place: EventPlace;
  message: number;
  edit: number;
  action: string | null;
}

const keyOf = (place: EventPlace): string => ("chat" in place ? `${place.chat}` : `${place.user}/${place.bot}`);

/** Milliseconds by which the clock must differ from that of the machine to count as moved. */
const MOVED_MS = 500;

/** The number of stored durations, as of entries of the log. */
const MOST_DURATIONS = 1000;

/** Actions that may change bots, users, chats or members. */
const OF_PEOPLE: ReadonlySet<string> = new Set<ActionName>([
  "add_bot", "add_user", "add_chat", "add", "remove", "promote", "title", "photo", "profile_photo", "pin", "join", "leave", "migrate", "invite_link",
  "block", "unblock", "restrict", "rename", "remove_user", "remove_chat",
]);
/** Methods that do not change bots, users or members, only the chat of the call. */
const OF_MESSAGES = /^(send|forward|edit|stop|delete|answer|get|setGame|setWebhook)/i;

/** Converts everything that happens after its creation to events. */
export class Journal {
  readonly log: EventLog;
  readonly #emulator: Emulator;
  readonly #answers: DeliveryAnswers;
  readonly #chats = new Map<string, Seen>();
  readonly #changed = new Set<Seen>();
  /** Calls that have begun, in order: bot and method, and the number of their entry once the log has it. */
  readonly #calls: { bot: number; method: string; entry?: number }[] = [];
  /** Durations of requests in milliseconds, by the numbers of their entries. */
  readonly #durations = new Map<number, number>();
  /** Start times of deliveries, by number. */
  readonly #begun = new Map<number, number>();
  #logged: number;
  #shift: number;
  /** The time of a stopped clock. */
  #stoppedAt: number | undefined;
  #areFaultsOld = false;
  #isAnyChatChanged = false;
  #arePeopleOld = false;

  constructor(emulator: Emulator, session: string, answers: DeliveryAnswers) {
    this.#emulator = emulator;
    this.#answers = answers;
    this.log = new EventLog(session);
    this.#logged = emulator.log().at(-1)?.number ?? 0;
    this.#shift = this.#readShift();
    this.#readChats(false);
    coreOf(emulator).observe({
      acted: (name, parameters, result) => this.#acted(name, parameters as Record<string, unknown>, result),
      delivering: (delivery) => this.#delivering(delivery),
      replaced: () => this.#replaced(),
    });
    emulator.watch(() => this.#look());
  }

  /** Adds the duration and the start of the response to an entry of the log, where they are known. */
  timed(entry: LogEntry): TimedEntry {
    const ms = this.#durations.get(entry.number);
    const response = entry.kind === "delivery" ? this.#answers.of(entry.delivery) : undefined;
    return { ...entry, ...(ms !== undefined && { ms }), ...(response !== undefined && { response }) };
  }

  /** Remembers the duration of the request of an entry. */
  time(number: number, ms: number): void {
    this.#durations.set(number, ms);
    if (this.#durations.size > MOST_DURATIONS) this.#durations.delete(this.#durations.keys().next().value!);
  }

  /** Adds an event, without the tokens of bots. Connections may end after the emulator was closed. */
  add(event: EmulatorEvent): void {
    if (coreOf(this.#emulator).loop.isClosed) return;
    this.log.add(coreOf(this.#emulator).jsonWithoutTokens(JSON.stringify(event)));
  }

  /** Watches for the entry of a call that begins. The returned function ends this, and returns the number of the entry. */
  expect(bot: number, method: string): () => number | undefined {
    const call: { bot: number; method: string; entry?: number } = { bot, method: method.toLowerCase() };
    this.#calls.push(call);
    return () => {
      this.#look();
      this.#calls.splice(this.#calls.indexOf(call), 1);
      return call.entry;
    };
  }

  /** Returns whether the request of an entry has not ended. */
  isRunning(number: number): boolean {
    return this.#calls.some(({ entry }) => entry === number);
  }

  #readShift(): number {
    return this.#emulator.clock.now() - Date.now();
  }

  #seen(place: EventPlace): Seen {
    const key = keyOf(place);
    let seen = this.#chats.get(key);
    if (seen === undefined) this.#chats.set(key, (seen = { place, message: 0, edit: 0, action: null }));
    return seen;
  }

  /** Returns whether there is such a chat. A fixed answer of a method may name any. */
  #exists(place: EventPlace): boolean {
    if (this.#chats.has(keyOf(place))) return true;
    return "chat" in place ? this.#emulator.act("chats").some(({ id }) => id === place.chat) : this.#emulator.act("users").some(({ id }) => id === place.user);
  }

  /** Reads all chats. `isNew` says whether their content is new. */
  #readChats(isNew: boolean): void {
    const bots = this.#emulator.act("bots");
    const sharedChats = this.#emulator.act("chats").filter(({ id }) => id < 0).map(({ id: chat }) => ({ chat }));
    const privateChats = this.#emulator.act("users").flatMap(({ id: user }) => bots.map((bot) => ({ user, bot: bot.user.id })));
    for (const place of [...sharedChats, ...privateChats]) {
      const seen = this.#seen(place);
      if (isNew) this.#changed.add(seen);
      else this.#read(seen, () => {});
    }
  }

  /** Reads the new content of a chat. */
  #read(seen: Seen, add: (event: EmulatorEvent) => void): void {
    const { place } = seen;
    const emulator = this.#emulator;
    for (const message of emulator.act("messages", { ...place, after: seen.message })) {
      seen.message = message.message_id;
      add({ kind: "message", ...place, message });
    }
    for (const { number, message } of emulator.act("edits", { ...place, after: seen.edit })) {
      seen.edit = number;
      add({ kind: "edit", ...place, message });
    }
    const action = emulator.act("action", place);
    if (action === seen.action) return;
    seen.action = action;
    add({ kind: "action", ...place, action });
  }

  #acted(name: ActionName, parameters: Record<string, unknown>, result: unknown): void {
    if (name === "fault" || name === "clear_faults") this.#areFaultsOld = true;
    if (OF_PEOPLE.has(name)) this.#arePeopleOld = true;
    if (name === "remove_user" || name === "remove_chat") return this.#forget(parameters);
    const users = this.#emulator.act("users");
    const user = Number(parameters["user"] ?? users[0]?.id ?? 0);
    const bot = Number(parameters["bot"] ?? this.#emulator.bots[0]?.user.id ?? 0);
    const shared = (id: unknown): EventPlace | undefined => (typeof id === "number" && id < 0 ? { chat: id } : undefined);
    const chat = result === null || typeof result !== "object" ? undefined : (result as { chat?: { id?: unknown } }).chat?.id;
    const place = shared(parameters["chat"]) ?? shared(chat) ?? { user, bot };
    if ("user" in place && (user === 0 || bot === 0)) return; // No user or bot exists yet.
    for (const touched of [place, shared(parameters["to_chat"]), shared((result as { id?: unknown } | null)?.id), shared(chat)]) {
      if (touched !== undefined) this.#changed.add(this.#seen(touched));
    }
    if (parameters["to_bot"] !== undefined) this.#changed.add(this.#seen({ user, bot: Number(parameters["to_bot"]) }));
    if (name === "delete") this.add({ kind: "deletion", ...place, message_id: Number(parameters["message_id"]) });
    // The emulator counts the edits of bots only.
    if (name === "edit") this.add({ kind: "edit", ...place, message: result as never });
  }

  /** Forgets a removed chat or user. Groups announce members who left. */
  #forget({ chat, user }: Record<string, unknown>): void {
    for (const [key, seen] of this.#chats) {
      const isGone = "chat" in seen.place ? seen.place.chat === chat : seen.place.user === user;
      if (!isGone) continue;
      this.#chats.delete(key);
      this.#changed.delete(seen);
    }
    this.#isAnyChatChanged = true;
  }

  #delivering({ id, url, body }: Delivery): void {
    this.#begun.set(id, performance.now());
    this.add({ kind: "delivery", delivery: id, url, update: JSON.parse(body) as Update });
  }

  #replaced(): void {
    this.#chats.clear();
    this.#changed.clear();
    this.#begun.clear();
    this.#readChats(false);
    this.#logged = this.#emulator.log().at(-1)?.number ?? 0;
    if (this.#logged === 0) this.#durations.clear();
    this.#shift = this.#readShift();
    this.add({ kind: "reset" });
  }

  #look(): void {
    for (const entry of this.#emulator.log(this.#logged)) {
      this.#logged = entry.number;
      this.#entry(entry);
    }
    if (this.#isAnyChatChanged) this.#readChats(true);
    this.#isAnyChatChanged = false;
    for (const seen of this.#changed) this.#read(seen, (event) => this.add(event));
    this.#changed.clear();
    if (this.#arePeopleOld) this.add({ kind: "people" });
    this.#arePeopleOld = false;
    if (this.#areFaultsOld) this.add({ kind: "faults", faults: this.#emulator.act("faults") });
    this.#areFaultsOld = false;
    const { clock } = coreOf(this.#emulator);
    const shift = this.#readShift();
    // The shift of a stopped clock grows.
    const isMoved = this.#stoppedAt === undefined ? Math.abs(shift - this.#shift) >= MOVED_MS : clock.now() !== this.#stoppedAt;
    if (!isMoved && clock.isStopped === (this.#stoppedAt !== undefined)) return;
    this.#shift = shift;
    this.#stoppedAt = clock.isStopped ? clock.now() : undefined;
    this.add({ kind: "time", now: clock.now(), stopped: clock.isStopped });
  }

  #entry(entry: LogEntry): void {
    const began = entry.kind === "delivery" ? this.#begun.get(entry.delivery) : undefined;
    if (entry.kind === "delivery") this.#begun.delete(entry.delivery);
    const answer = entry.kind === "delivery" ? this.#answers.of(entry.delivery) : undefined;
    const ms = began === undefined ? undefined : Math.round(performance.now() - began);
    if (ms !== undefined) this.time(entry.number, ms);
    this.add({ kind: "log", entry, ...(ms !== undefined && { ms }), ...(answer !== undefined && { answer }) });
    if (entry.kind === "call") {
      const call = this.#calls.find(({ bot, method, entry: found }) => found === undefined && bot === entry.bot && method === entry.method.toLowerCase());
      if (call !== undefined) call.entry = entry.number;
    }
    if ("fault" in entry && entry.fault !== undefined) this.#areFaultsOld = true;
    if ((entry.kind === "call" || entry.kind === "inline") && entry.answer.ok) this.#call(entry.bot, entry.method, entry.parameters ?? {}, entry.answer.result);
    // After a migration, the chat has another identifier.
    if ("fault" in entry && entry.fault === "migration") this.#isAnyChatChanged = this.#arePeopleOld = true;
  }

  /** Marks the chat of a call, or all chats if the call names none. */
  #call(bot: number, method: string, { chat_id, message_id }: Record<string, unknown>, result: unknown): void {
    if (!OF_MESSAGES.test(method)) this.#arePeopleOld = true;
    if (/^get/i.test(method) && !/^getGame/i.test(method)) return;
    const shown = (result as { chat?: { id?: number } } | null)?.chat?.id ?? (/^-?\d+$/.test(String(chat_id)) ? Number(chat_id) : undefined);
    if (shown === undefined) {
      this.#isAnyChatChanged = true;
      return;
    }
    const place: EventPlace = shown < 0 ? { chat: shown } : { user: shown, bot };
    if (!this.#exists(place)) return;
    const seen = this.#seen(place);
    this.#changed.add(seen);
    // Repeating an action shows it for longer.
    if (/^sendChatAction$/i.test(method)) seen.action = null;
    if (/^deleteMessage$/i.test(method)) this.add({ kind: "deletion", ...place, message_id: Number(message_id) });
  }
}
