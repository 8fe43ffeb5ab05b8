// What all worlds have in common: everything that is an action of the emulator.
import { type Signal, signal } from "@preact/signals";
import type { Chat, User } from "botwire";
import type { ActionName, Given, Result } from "botwire/emulator";
import type { WireRecord } from "../wire/entries.ts";
import { CountedFaults } from "./faults.ts";
import { type Place, placeKey, type View, type World } from "./world.ts";

/** A world whose emulator carries out actions by name. */
export abstract class ActingWorld implements World {
  readonly bots = signal<readonly User[]>([]);
  readonly users = signal<readonly User[]>([]);
  readonly chats = signal<readonly Chat[]>([]);
  readonly changes = signal(0);
  readonly faults = new CountedFaults((name, parameters) => this.act(name, parameters));
  abstract readonly wire: WireRecord;
  /** Private chats with a bot that their user blocked from this page: the emulator does not tell. */
  readonly #blocked = new Set<string>();
  /** What was seen last, as text: what has not changed stays the same object, and is not drawn again. */
  readonly #seen = new Map<string, { readonly text: string; readonly view: View }>();

  async act<Name extends ActionName>(name: Name, parameters: Given<Name>, file?: Blob): Promise<Result<Name>> {
    const result = await this.carryOut(name, parameters, file);
    if (name === "block" || name === "unblock") this.#block(parameters as Given<"block">, name === "block");
    return result;
  }

  protected abstract carryOut<Name extends ActionName>(name: Name, parameters: Given<Name>, file?: Blob): Promise<Result<Name>>;

  #block({ user = 0, bot = this.bots.peek()[0]?.id ?? 0 }: Given<"block">, isBlocked: boolean): void {
    const key = `${user}/${placeKey({ bot })}`;
    if (isBlocked) this.#blocked.add(key);
    else this.#blocked.delete(key);
  }

  async view(user: number, asked: Place): Promise<View> {
    const chat = "chat" in asked ? await this.act("chat", { chat: asked.chat }) : undefined;
    const place = chat ? { chat: chat.id } : asked;
    const where = { user, ...place };
    const [messages, keyboard, action, members] = await Promise.all([
      this.act("messages", where), this.act("keyboard", where), this.act("action", where), chat ? this.act("members", { chat: chat.id }) : [],
    ]);
    const key = `${user}/${placeKey(place)}`;
    const view: View = { place, chat, messages, keyboard: keyboard ?? undefined, action: action ?? undefined, members, isBlocked: this.#blocked.has(key) };
    const text = JSON.stringify(view);
    const seen = this.#seen.get(key);
    if (seen?.text === text) return seen.view;
    this.#seen.set(key, { text, view });
    return view;
  }

  async countNew(user: number, place: Place, after: number): Promise<number> {
    return (await this.act("messages", { user, ...place, after })).filter(({ from }) => from?.is_bot).length;
  }

  abstract file(file_id: string): Promise<Blob>;
  abstract close(): void;
}

/** Sets a signal, unless its value has the same text. */
export function replace<Value>(target: Signal<Value>, value: Value): void {
  if (JSON.stringify(target.peek()) !== JSON.stringify(value)) target.value = value;
}
