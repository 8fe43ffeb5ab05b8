// The emulator in this page.
import { batch } from "@preact/signals";
import type { ActionName, Emulator, ActionParameters, ActionResult } from "botwire/emulator";
import type { WireRecord } from "../wire/entries.ts";
import { ActingWorld, replace } from "./acting.ts";
import { type Place, placeKey, type View } from "./world.ts";

/** A world over an emulator that runs in the page. */
export class PageWorld extends ActingWorld {
  readonly wire: WireRecord;
  readonly #emulator: Emulator;
  readonly #end: () => void;
  /** The last views as text, to return the same object while nothing changes and skip drawing. */
  readonly #seen = new Map<string, { readonly text: string; readonly view: View }>();
  /** Addresses of files. */
  readonly #files = new Map<string, Promise<string>>();
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

  protected async carryOut<Name extends ActionName>(name: Name, parameters: ActionParameters<Name>, file?: Blob): Promise<ActionResult<Name>> {
    const { name: fileName = "", type = "" } = (file ?? {}) as Partial<File>;
    const content = file && { data: new Uint8Array(await file.arrayBuffer()), name: fileName, type };
    return this.#emulator.act(name, parameters, content);
  }

  async view(user: number, asked: Place): Promise<View> {
    const chat = "chat" in asked ? await this.act("chat", { chat: asked.chat }) : undefined;
    const place = chat ? { chat: chat.id } : asked;
    const where = { user, ...place };
    const [messages, keyboard, action, members] = await Promise.all([
      this.act("messages", where), this.act("keyboard", where), this.act("action", where), chat ? this.act("members", { chat: chat.id }) : [],
    ]);
    const key = `${user}/${placeKey(place)}`;
    const view: View = { place, chat, messages, keyboard: keyboard ?? undefined, action: action ?? undefined, members, isBlocked: this.isBlocked(user, place) };
    const text = JSON.stringify(view);
    const seen = this.#seen.get(key);
    if (seen?.text === text) return seen.view;
    this.#seen.set(key, { text, view });
    return view;
  }

  async countNew(user: number, place: Place, after: number): Promise<number> {
    return (await this.act("messages", { user, ...place, after })).filter(({ from }) => from?.id !== user).length;
  }

  fileUrl(file_id: string, bot?: number): Promise<string> {
    const key = `${bot}/${file_id}`;
    const known = this.#files.get(key) ?? this.#addressOf(file_id, bot);
    this.#files.set(key, known);
    known.catch(() => this.#files.delete(key));
    return known;
  }

  async #addressOf(file_id: string, bot: number | undefined): Promise<string> {
    const { data, type } = this.#emulator.file(file_id, bot);
    return URL.createObjectURL(new Blob([data as Uint8Array<ArrayBuffer>], { type }));
  }

  /** Reads changes, once per turn. Ignores the events that reading itself causes. */
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
    const [users, faults] = [emulator.act("users"), emulator.act("faults")];
    this.#isLooking = false;
    const entries = emulator.log(this.#logged);
    this.#logged = entries.at(-1)?.number ?? this.#logged;
    batch(() => {
      replace(this.bots, emulator.bots.map(({ user }) => user));
      replace(this.users, users);
      replace(this.chats, emulator.chats().filter(({ type }) => type !== "private"));
      this.faults.take(entries);
      this.faults.update(faults);
      this.changes.value += 1;
    });
    void this.readPhotos();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#end();
    this.#emulator.close();
    for (const address of this.#files.values()) address.then(URL.revokeObjectURL, () => undefined);
  }
}
