// The part that all worlds share: the emulator's actions.
import { type Signal, signal } from "@preact/signals";
import type { Chat, User } from "botwire";
import type { ActionName, ActionParameters, ActionResult } from "botwire/emulator";
import type { WireRecord } from "../wire/entries.ts";
import { CountedFaults } from "./faults.ts";
import { type Place, placeKey, type View, type World } from "./world.ts";

/** A world whose changes are actions of the emulator, by name. */
export abstract class ActingWorld implements World {
  readonly bots = signal<readonly User[]>([]);
  readonly users = signal<readonly User[]>([]);
  readonly chats = signal<readonly Chat[]>([]);
  readonly photos = signal<Readonly<Record<number, string>>>({});
  readonly changes = signal(0);
  readonly faults = new CountedFaults((name, parameters) => this.act(name, parameters));
  abstract readonly wire: WireRecord;
  /** Private chats whose user blocked the bot from this page; the emulator does not report them. */
  readonly #blocked = new Set<string>();

  #photoLooks = 0;

  async act<Name extends ActionName>(name: Name, parameters: ActionParameters<Name>, file?: Blob): Promise<ActionResult<Name>> {
    const result = await this.carryOut(name, parameters, file);
    if (name === "block" || name === "unblock") this.#block(parameters as ActionParameters<"block">, name === "block");
    return result;
  }

  protected abstract carryOut<Name extends ActionName>(name: Name, parameters: ActionParameters<Name>, file?: Blob): Promise<ActionResult<Name>>;

  #block({ user = 0, bot = this.bots.peek()[0]?.id ?? 0 }: ActionParameters<"block">, isBlocked: boolean): void {
    const key = `${user}/${placeKey({ bot })}`;
    if (isBlocked) this.#blocked.add(key);
    else this.#blocked.delete(key);
  }

  protected isBlocked(user: number, place: Place): boolean {
    return this.#blocked.has(`${user}/${placeKey(place)}`);
  }

  /** Looks which users and chats have photos. */
  protected async readPhotos(): Promise<void> {
    const look = (this.#photoLooks += 1);
    const places = [...this.users.peek().map(({ id: user }) => ({ user })), ...this.chats.peek().map(({ id: chat }) => ({ chat }))];
    const photos = places.map(async (place) => {
      const { id, photo } = await this.act("chat", place);
      return photo ? [[id, await this.fileUrl(photo.big_file_id, undefined)] as const] : [];
    });
    // Removed users and chats have no photo.
    const found = (await Promise.all(photos.map((photo) => photo.catch(() => [])))).flat();
    if (look === this.#photoLooks) replace(this.photos, Object.fromEntries(found));
  }

  abstract view(user: number, place: Place): Promise<View>;
  abstract countNew(user: number, place: Place, after: number): Promise<number>;
  abstract fileUrl(file_id: string, bot: number | undefined): Promise<string>;
  abstract close(): void;
}

/** Sets a signal, unless its value has the same text. */
export function replace<Value>(target: Signal<Value>, value: Value): void {
  if (JSON.stringify(target.peek()) !== JSON.stringify(value)) target.value = value;
}
