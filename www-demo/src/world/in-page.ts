// The emulator in this page.
import { batch, signal } from "@preact/signals";
import type { Chat, User } from "botwire";
import type { ActionName, Emulator, Given, Result } from "botwire/emulator";
import type { WireRecord } from "../wire/entries.ts";
import { PageFaults } from "./faults.ts";
import { type Place, placeKey, type View, type World } from "./world.ts";

/** A world over an emulator that runs in the page. */
export class PageWorld implements World {
  readonly bots = signal<readonly User[]>([]);
  readonly users = signal<readonly User[]>([]);
  readonly chats = signal<readonly Chat[]>([]);
  readonly changes = signal(0);
  readonly wire: WireRecord;
  readonly faults: PageFaults;
  readonly #emulator: Emulator;
  /** Private chats with a bot that their user blocked. */
  readonly #blocked = new Set<string>();
  readonly #end: () => void;
  #isLooking = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(emulator: Emulator, wire: WireRecord) {
    this.#emulator = emulator;
    this.wire = wire;
    this.faults = new PageFaults(emulator);
    this.#end = emulator.watch(() => this.#soon());
    this.#look();
  }

  async act<Name extends ActionName>(name: Name, parameters: Given<Name>, file?: Blob): Promise<Result<Name>> {
    const { name: fileName = "", type = "" } = (file ?? {}) as Partial<File>;
    const content = file && { data: new Uint8Array(await file.arrayBuffer()), name: fileName, type };
    const result = this.#emulator.act(name, parameters, content);
    if (name === "block" || name === "unblock") this.#block(parameters as Given<"block">, name === "block");
    return result;
  }

  #block({ user = 0, bot = this.#emulator.bot.id }: Given<"block">, isBlocked: boolean): void {
    const key = `${user}/${placeKey({ bot })}`;
    if (isBlocked) this.#blocked.add(key);
    else this.#blocked.delete(key);
  }

  async view(user: number, asked: Place): Promise<View> {
    const emulator = this.#emulator;
    const chat = "chat" in asked ? emulator.act("chat", { chat: asked.chat }) : undefined;
    const place = chat ? { chat: chat.id } : asked;
    const where = { user, ...place };
    return {
      place, chat,
      messages: emulator.act("messages", where),
      keyboard: emulator.act("keyboard", where) ?? undefined,
      action: emulator.act("action", where) ?? undefined,
      members: chat ? emulator.act("members", { chat: chat.id }) : [],
      isBlocked: this.#blocked.has(`${user}/${placeKey(place)}`),
    };
  }

  async countNew(user: number, place: Place, after: number): Promise<number> {
    return this.#emulator.act("messages", { user, ...place, after }).filter(({ from }) => from?.is_bot).length;
  }

  async file(file_id: string): Promise<Blob> {
    const { data, type } = this.#emulator.file(file_id);
    return new Blob([data as Uint8Array<ArrayBuffer>], { type });
  }

  /** Takes in what happened, once for all that happens in a turn. Looking itself, which the emulator reports too, is nothing new. */
  #soon(): void {
    if (this.#isLooking) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#look();
    });
  }

  #look(): void {
    const emulator = this.#emulator;
    this.#isLooking = true;
    const users = emulator.act("users");
    this.#isLooking = false;
    batch(() => {
      this.bots.value = emulator.bots.map(({ user }) => user);
      this.users.value = users;
      this.chats.value = emulator.chats().filter(({ type }) => type !== "private");
      this.changes.value += 1;
    });
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#end();
    this.faults.close();
    this.#emulator.close();
  }
}
