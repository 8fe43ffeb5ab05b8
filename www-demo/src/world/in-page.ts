// The emulator in this page.
import { batch } from "@preact/signals";
import type { ActionName, Emulator, Given, Result } from "botwire/emulator";
import type { WireRecord } from "../wire/entries.ts";
import { ActingWorld, replace } from "./acting.ts";

/** A world over an emulator that runs in the page. */
export class PageWorld extends ActingWorld {
  readonly wire: WireRecord;
  readonly #emulator: Emulator;
  readonly #end: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLooking = false;
  /** Number of the last entry of the log that was seen. */
  #logged = 0;

  constructor(emulator: Emulator, wire: WireRecord) {
    super();
    this.#emulator = emulator;
    this.wire = wire;
    this.#end = emulator.watch(() => this.#soon());
    this.#look();
  }

  protected async carryOut<Name extends ActionName>(name: Name, parameters: Given<Name>, file?: Blob): Promise<Result<Name>> {
    const { name: fileName = "", type = "" } = (file ?? {}) as Partial<File>;
    const content = file && { data: new Uint8Array(await file.arrayBuffer()), name: fileName, type };
    return this.#emulator.act(name, parameters, content);
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
    const entries = emulator.log(this.#logged);
    this.#logged = entries.at(-1)?.number ?? this.#logged;
    batch(() => {
      replace(this.bots, emulator.bots.map(({ user }) => user));
      replace(this.users, users);
      replace(this.chats, emulator.chats().filter(({ type }) => type !== "private"));
      this.faults.take(entries);
      this.changes.value += 1;
    });
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#end();
    this.#emulator.close();
  }
}
