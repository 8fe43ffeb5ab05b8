// The messaging client of the users that the visitor plays: the open chat, and everything a user does in it.
import { batch, effect, type Signal, signal } from "@preact/signals";
import type { InlineKeyboardButton, KeyboardButton, ReplyKeyboardMarkup, User } from "botwire";
import type { ActionParameters, CallbackAnswer, SeenMessage } from "botwire/emulator";
import { answerTo } from "../world/answers.ts";
import { isSamePlace, type Place, placeKey, type View, type World } from "../world/world.ts";
import { isAlbum, isDrawing } from "./attachments.ts";
import { editable } from "./formatting.ts";
import { openLink } from "./links.ts";
import { ChatSearch } from "./search.ts";
import { HERE } from "./share.ts";
import { stillThere } from "./still-there.ts";
import type { SheetState } from "./sheets.ts";
import { countUnread } from "./unread.ts";

/** Milliseconds for which a client shows that a button waits. */
const PATIENCE = 15_000;

/** Numbers of messages, by user and chat. */
export type Seen = readonly (readonly [place: string, message: number])[];
/** Sends a score to the bot's server, as a game's page does. Resolves with a text for the user. */
export type ReportScore = (url: string, score: number) => Promise<string>;

let clients = 0;

/** The client of the user that is played. */
export class Client {
  readonly id: number = (clients += 1);
  readonly world: World;
  readonly me: Signal<User>;
  readonly place: Signal<Place>;
  /** The open chat as the played user sees it. */
  readonly view: Signal<View>;
  /** How many messages a user has not seen, by user and place: see {@link unreadIn}. */
  readonly #unread: Signal<ReadonlyMap<string, number>> = signal(new Map());
  readonly draft: Signal<string> = signal("");
  /** True if the draft is HTML. */
  readonly isHtml: Signal<boolean> = signal(false);
  readonly replyTo: Signal<SeenMessage | undefined> = signal(undefined);
  readonly editing: Signal<SeenMessage | undefined> = signal(undefined);
  /** Buttons that wait for an answer, as `chat/message/row/column`. */
  readonly busy: Signal<ReadonlySet<string>> = signal(new Set());
  readonly sheet: Signal<SheetState | undefined> = signal(undefined);
  readonly notice: Signal<string> = signal("");
  readonly isKeyboardOpen: Signal<boolean> = signal(true);
  readonly search = new ChatSearch(() => this.view.value.messages);
  /** Plays games in the client itself; without it their URLs are opened like any other. */
  readonly reportScore: ReportScore | undefined;
  /** The chat that is to be shown; that of {@link view} once it is there. */
  #wanted: { readonly me: User; readonly place: Place };
  #isStale = false;
  #looking: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The last message that a user has seen, by user and place. */
  readonly #seen: Map<string, number>;
  readonly #end: () => void;

  /** A client that shows a chat. */
  static async open(world: World, me: User, place: Place, reportScore?: ReportScore, seen: Seen = []): Promise<Client> {
    return new Client(world, me, await world.view(me.id, place), reportScore, seen);
  }

  /** The last message that each user has seen in each chat. */
  get seen(): Seen {
    return [...this.#seen];
  }

  private constructor(world: World, me: User, view: View, reportScore: ReportScore | undefined, seen: Seen) {
    this.world = world;
    this.#seen = new Map(seen);
    this.reportScore = reportScore;
    this.me = signal(me);
    this.place = signal(view.place);
    this.view = signal(view);
    this.#wanted = { me, place: view.place };
    this.#end = effect(() => {
      void world.changes.value;
      void this.refresh();
    });
  }

  /** All chats that can be opened: those with bots first. */
  get places(): Place[] {
    return [...this.world.bots.value.map(({ id }) => ({ bot: id })), ...this.world.chats.value.map(({ id }) => ({ chat: id }))];
  }

  /** The bot of the private chat that is open; in a group the first bot. */
  get bot(): User | undefined {
    const place = this.place.value;
    const bots = this.world.bots.value;
    return ("bot" in place ? bots.find(({ id }) => id === place.bot) : undefined) ?? bots[0];
  }

  titleOf(place: Place): string {
    if ("bot" in place) return this.world.bots.value.find(({ id }) => id === place.bot)?.first_name ?? "Bot";
    return this.world.chats.value.find(({ id }) => id === place.chat)?.title ?? "Group";
  }

  /** How many messages a user has not seen in a chat. */
  unreadIn(user: User, place: Place): number {
    return this.#unread.value.get(`${user.id}/${placeKey(place)}`) ?? 0;
  }

  /** The status of a user or bot in the group that is open. */
  status({ id }: User): string {
    return this.view.value.members.find(({ user }) => user.id === id)?.status ?? "left";
  }

  /** Opens a chat, or the same one as another user. */
  play(me: User, place: Place = this.#wanted.place): Promise<void> {
    this.#wanted = { me, place };
    return this.refresh();
  }

  /** Updates the view. Resolves when the requested chat is shown. */
  refresh(): Promise<void> {
    this.#isStale = true;
    return (this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
      return this.#isStale ? this.refresh() : undefined; // Asked for after the last look.
    }));
  }

  async #look(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false;
      const wanted = this.#wanted;
      const view = await this.world.view(wanted.me.id, wanted.place).catch(() => undefined);
      if (view === undefined) {
        if (this.#wanted === wanted) this.#wanted = stillThere(this.world, wanted);
        this.#isStale ||= this.#wanted !== wanted;
        continue;
      }
      // The group became a supergroup.
      if (this.#wanted === wanted) this.#wanted = { ...wanted, place: view.place };
      this.#seen.set(`${wanted.me.id}/${placeKey(view.place)}`, view.messages.at(-1)?.message_id ?? 0);
      const unread = await countUnread(this.world, this.places, this.#seen);
      batch(() => {
        this.me.value = wanted.me;
        if (!isSamePlace(this.place.peek(), view.place)) this.place.value = view.place;
        this.view.value = view;
        this.#unread.value = unread;
      });
    }
  }

  /** Shows a line for a few seconds. */
  say(text: string): void {
    clearTimeout(this.#timer);
    this.notice.value = text;
    this.#timer = setTimeout(() => {
      this.notice.value = "";
    }, 6000);
  }

  /** Does something that the emulator may refuse, and says why if it does. */
  async attempt<Result>(act: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await act();
    } catch (error) {
      this.say(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  /** The user and the chat, as parameters of actions. */
  get where(): { user: number } & Place {
    return { user: this.me.value.id, ...this.place.value };
  }

  /** Parameters that all messages sent now share. */
  get #sending(): { user: number; reply_to_message_id?: number } & Place {
    const reply = this.replyTo.value?.message_id;
    return { ...this.where, ...(reply === undefined ? {} : { reply_to_message_id: reply }) };
  }

  /** Sends a message, or saves the message being edited. */
  async write(text: string): Promise<void> {
    const edited = this.editing.value;
    if (text.trim() === "") return;
    const markup = text === this.draft.value ? this.#markup : {};
    const done = await this.attempt(() => {
      if (!edited) return this.world.act("write", { ...this.#sending, ...markup, text });
      const change = edited.text === undefined ? { caption: text } : { text };
      return this.world.act("edit", { ...this.where, ...markup, message_id: edited.message_id, ...change });
    });
    if (!done) return;
    this.forget();
    if (this.draft.value === text) this.#clear();
  }

  #clear(): void {
    this.draft.value = "";
    this.isHtml.value = false;
  }

  /** The parameter of a draft that is HTML. */
  get #markup(): { parse_mode?: "HTML" } {
    return this.isHtml.value ? { parse_mode: "HTML" } : {};
  }

  /** Writes the text of a message into the draft, marked up as it is; `isEdit` begins an edit. */
  take(message: SeenMessage, isEdit = false): void {
    this.forget();
    if (isEdit) this.editing.value = message;
    const { draft, isHtml } = editable(message.text ?? message.caption ?? "", message.entities ?? message.caption_entities);
    this.draft.value = draft;
    this.isHtml.value = isHtml;
  }

  /** Ends a reply or an edit. */
  forget(): void {
    if (this.editing.value) this.#clear();
    this.editing.value = undefined;
    this.replyTo.value = undefined;
  }

  /** Sends files in their order: pictures and videos that come together as an album. */
  async sendAll(files: readonly File[]): Promise<void> {
    const media_group_id = isAlbum(files) ? `${Date.now()}` : undefined;
    for (const file of files) await this.send(file, undefined, media_group_id);
  }

  /** Sends a file, with the draft as its caption. */
  async send(file: Blob, type?: "voice" | "sticker" | "video_note", media_group_id?: string): Promise<void> {
    const caption = type === "sticker" || type === "video_note" ? "" : this.draft.value.trim();
    const options = { ...this.#sending, ...(caption && { caption, ...this.#markup }), ...(isDrawing(file) && { type: "document" as const }), ...(type && { type }), ...(media_group_id && { media_group_id }) };
    const sent = await this.attempt(() => this.world.act("send", options, file));
    if (!sent) return;
    if (caption) this.#clear();
    this.forget();
  }

  /** Sends a place or a contact. Resolves with false if the emulator refuses it. */
  async share(what: ActionParameters<"send">): Promise<boolean> {
    return (await this.attempt(() => this.world.act("send", { ...this.#sending, ...what }))) !== undefined;
  }

  /** True while a button waits for its answer. */
  isBusy(message: SeenMessage, row: number, column: number): boolean {
    return this.busy.value.has(keyOf(message, row, column));
  }

  /** Presses a button under a message. */
  async press(message: SeenMessage, row: number, column: number, button: InlineKeyboardButton): Promise<void> {
    const key = keyOf(message, row, column);
    if (this.busy.value.has(key)) return;
    const pressed = await this.attempt(() => this.world.act("press", { ...this.where, row, column, message_id: message.message_id }));
    if (!pressed) return;
    const { kind, url, query = "" } = pressed;
    const typed = `@${this.bot?.username} ${query}`;
    if (kind === "pay") this.sheet.value = { kind: "checkout", message };
    if (kind === "url" && url !== undefined) await openLink(this, url);
    if (kind === "switch_inline_query_current_chat") this.draft.value = typed;
    if (kind === "switch_inline_query") this.sheet.value = { kind: "choose", query: typed };
    if (kind !== "callback") return;
    this.#hold(key, true);
    try {
      await this.#follow(pressed.answer ?? (await answerTo<CallbackAnswer>(this.world, query, PATIENCE)), message, button);
    } catch {
      this.say("The bot has not answered the press.");
    } finally {
      this.#hold(key, false);
    }
  }

  async #follow({ text, show_alert, url }: CallbackAnswer, message: SeenMessage, button: InlineKeyboardButton): Promise<void> {
    if (text !== undefined && show_alert) this.sheet.value = { kind: "alert", text };
    else if (text !== undefined) this.say(text);
    if (url === undefined) return;
    if (this.reportScore && "callback_game" in button) this.sheet.value = { kind: "game", title: message.game?.title ?? "Game", url };
    else await openLink(this, url);
  }

  /** Presses a button of the reply keyboard. */
  async tap(markup: ReplyKeyboardMarkup, row: number, column: number, button: KeyboardButton): Promise<void> {
    const json = JSON.stringify(markup);
    // Named, since inline keyboards come first: any message with the same keyboard will do.
    const message_id = this.view.value.messages.findLast((message) => JSON.stringify(message.reply_markup) === json)?.message_id;
    const location = typeof button === "object" && button.request_location ? HERE : {};
    if (markup.one_time_keyboard) this.isKeyboardOpen.value = false;
    await this.attempt(() => this.world.act("press", { ...this.where, row, column, message_id, ...location }));
  }

  #hold(key: string, isHeld: boolean): void {
    const busy = new Set(this.busy.value);
    if (isHeld) busy.add(key);
    else busy.delete(key);
    this.busy.value = busy;
  }

  /** Stops looking. */
  close(): void {
    clearTimeout(this.#timer);
    this.#end();
  }
}
const keyOf = ({ chat, message_id }: SeenMessage, row: number, column: number): string => `${chat.id}/${message_id}/${row}/${column}`;
