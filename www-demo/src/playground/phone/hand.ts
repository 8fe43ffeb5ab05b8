// What the visitor does as a user: writes, sends, presses, and sees what comes of it.
import { type Signal, signal } from "@preact/signals";
import type { InlineKeyboardButton, KeyboardButton, ReplyKeyboardMarkup } from "botwire";
import type { SeenMessage } from "botwire/emulator";
import type { Sample } from "../samples/describe.ts";
import type { Stage } from "../stage/stage.ts";
import type { SheetState } from "./sheets.ts";

/** Milliseconds for which a client shows that a button waits. */
const PATIENCE = 15_000;
/** Where the users are. */
const HERE = { latitude: 52.5163, longitude: 13.3777 };
/** What users send as photos; other images go as files. */
const PHOTO = /^image\/(png|jpeg|gif|bmp)$/;

let hands = 0;

/** The hand of the user that is played. */
export class Hand {
  /** Tells one hand from another. */
  readonly id: number = (hands += 1);
  readonly stage: Stage;
  /** What the bot on the stage is an example of. */
  readonly example: Sample;
  readonly draft: Signal<string> = signal("");
  readonly replyTo: Signal<SeenMessage | undefined> = signal(undefined);
  readonly editing: Signal<SeenMessage | undefined> = signal(undefined);
  /** Buttons that wait for an answer, as `chat/message/row/column`. */
  readonly busy: Signal<ReadonlySet<string>> = signal(new Set());
  readonly sheet: Signal<SheetState | undefined> = signal(undefined);
  readonly notice: Signal<string> = signal("");
  readonly isKeyboardOpen: Signal<boolean> = signal(true);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(stage: Stage, example: Sample) {
    this.stage = stage;
    this.example = example;
  }

  /** Shows a line for a few seconds. */
  say(text: string): void {
    clearTimeout(this.#timer);
    this.notice.value = text;
    this.#timer = setTimeout(() => {
      this.notice.value = "";
    }, 6000);
  }

  /** Does something that the service may refuse. */
  attempt<Result>(act: () => Result): Result | undefined {
    try {
      return act();
    } catch (error) {
      this.say(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  /** Options of whatever is sent now. */
  #how(): { chat?: { id: number }; reply_to_message_id?: number } {
    const reply = this.replyTo.value?.message_id;
    return { ...this.stage.where(), ...(reply === undefined ? {} : { reply_to_message_id: reply }) };
  }

  /** Writes, or changes what is being edited. */
  write(text: string): void {
    const { me } = this.stage;
    const edited = this.editing.value;
    if (text.trim() === "") return;
    const done = this.attempt(() => {
      if (!edited) return me.value.write(text, this.#how());
      return me.value.edit(edited.message_id, edited.text === undefined ? { caption: text } : text, this.stage.where());
    });
    if (!done) return;
    this.forget();
    this.draft.value = "";
  }

  /** Ends a reply or an edit. */
  forget(): void {
    if (this.editing.value) this.draft.value = "";
    this.editing.value = undefined;
    this.replyTo.value = undefined;
  }

  /** Sends a file; what stands in the line becomes its caption. */
  async send(file: Blob, type?: "voice" | "sticker"): Promise<void> {
    const caption = type === "sticker" ? "" : this.draft.value.trim();
    const isOtherImage = file.type.startsWith("image/") && file.type !== "image/webp" && !PHOTO.test(file.type);
    const options = { ...this.#how(), ...(caption && { caption }), ...(isOtherImage && { type: "document" as const }), ...(type && { type }) };
    try {
      await this.stage.me.value.send(file, options);
      if (caption) this.draft.value = "";
      this.forget();
    } catch (error) {
      this.say(error instanceof Error ? error.message : String(error));
    }
  }

  /** Sends where the user is, or who. */
  async share(what: "location" | "contact"): Promise<void> {
    const { first_name, id } = this.stage.me.value.user;
    const shared = what === "location"
      ? ({ type: "location", ...HERE } as const)
      : ({ type: "contact", phone_number: "+4930123456", first_name, user_id: id } as const);
    await this.stage.me.value.send(shared, this.#how()).catch((error: Error) => this.say(error.message));
  }

  /** Whether a button waits for its answer. */
  isBusy(message: SeenMessage, row: number, column: number): boolean {
    return this.busy.value.has(keyOf(message, row, column));
  }

  /** Presses a button under a message. */
  async press(message: SeenMessage, row: number, column: number, button: InlineKeyboardButton): Promise<void> {
    const { me, emulator } = this.stage;
    const key = keyOf(message, row, column);
    if (this.busy.value.has(key)) return;
    const press = this.attempt(() => me.value.press([row, column], { ...this.stage.where(), message_id: message.message_id }));
    if (!press) return;
    const query = `@${emulator.bot.username} ${press.query ?? ""}`;
    if (press.kind === "pay") this.sheet.value = { kind: "checkout", message };
    if (press.kind === "url" && press.url !== undefined) this.open(press.url);
    if (press.kind === "switch_inline_query_current_chat") this.draft.value = query;
    if (press.kind === "switch_inline_query") this.sheet.value = { kind: "choose", query };
    if (press.kind !== "callback") return;
    this.#hold(key, true);
    try {
      const { text, show_alert, url } = await press.answer({ timeoutMs: PATIENCE });
      if (text !== undefined && show_alert) this.sheet.value = { kind: "alert", text };
      else if (text !== undefined) this.say(text);
      if (url !== undefined && "callback_game" in button) this.sheet.value = { kind: "game", title: message.game?.title ?? "Game", url };
      else if (url !== undefined) this.open(url);
    } catch {
      this.say("The bot has not answered the press.");
    } finally {
      this.#hold(key, false);
    }
  }

  /** Presses a button of the reply keyboard. */
  tap(markup: ReplyKeyboardMarkup, row: number, column: number, button: KeyboardButton): void {
    const { me, view } = this.stage;
    const shape = JSON.stringify(markup);
    // Named, since inline keyboards come first: any message with the same keyboard will do.
    const message_id = view.value.messages.findLast((message) => JSON.stringify(message.reply_markup) === shape)?.message_id;
    const location = typeof button === "object" && button.request_location ? HERE : undefined;
    this.attempt(() => me.value.press([row, column], { ...this.stage.where(), message_id, location }));
    if (markup.one_time_keyboard) this.isKeyboardOpen.value = false;
  }

  /** Follows a link of a button: one that starts the bot does, others are asked about. */
  open(url: string): void {
    const found = URL.canParse(url) ? new URL(url) : undefined;
    const start = found?.searchParams.get("start");
    const name = found?.pathname.split("/").at(-1)?.toLowerCase();
    if (typeof start === "string" && name === this.stage.emulator.bot.username?.toLowerCase()) {
      this.stage.play(this.stage.me.value, "bot");
      this.write(`/start ${start}`.trim());
    } else {
      this.sheet.value = { kind: "link", url };
    }
  }

  #hold(key: string, isHeld: boolean): void {
    const busy = new Set(this.busy.value);
    if (isHeld) busy.add(key);
    else busy.delete(key);
    this.busy.value = busy;
  }
}

const keyOf = ({ chat, message_id }: SeenMessage, row: number, column: number): string => `${chat.id}/${message_id}/${row}/${column}`;
