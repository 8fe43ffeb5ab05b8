// Inline mode: what is typed behind the bot's name, and the results that the bot gives.
import { effect, type Signal, signal } from "@preact/signals";
import type { InlineQueryResult } from "botwire";
import type { InlineResults } from "botwire/emulator";
import type { Hand } from "./hand.ts";

/** What the list over the line shows. */
export interface InlineState {
  readonly query: string;
  readonly state: "waiting" | "there" | "failed";
  readonly results: readonly InlineQueryResult[];
  /** The latest page, which knows how to go on. */
  readonly page: InlineResults | undefined;
}

/** Milliseconds without a key before the query is sent. */
const PAUSE = 200;

/** The query in the line, and its results. */
export class Inline {
  readonly state: Signal<InlineState | undefined> = signal(undefined);
  readonly #hand: Hand;
  readonly #end: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn = 0;

  constructor(hand: Hand) {
    this.#hand = hand;
    const name = hand.stage.emulator.bot.username ?? "";
    const typed = new RegExp(`^@${name}\\s([^]*)$`, "i");
    this.#end = effect(() => {
      const query = typed.exec(hand.draft.value)?.[1];
      clearTimeout(this.#timer);
      this.#turn += 1;
      if (query === undefined) {
        this.state.value = undefined;
        return;
      }
      const former = this.state.peek();
      this.state.value = { query, state: "waiting", results: former?.results ?? [], page: undefined };
      this.#timer = setTimeout(() => void this.#ask(query, this.#turn), PAUSE);
    });
  }

  async #ask(query: string, turn: number, offset?: string): Promise<void> {
    const former = offset === undefined ? [] : (this.state.value?.results ?? []);
    try {
      const page = await this.#hand.stage.me.value.type(query, { timeoutMs: 10_000, ...(offset !== undefined && { offset }) });
      if (turn === this.#turn) this.state.value = { query, state: "there", results: [...former, ...page.results], page };
    } catch {
      if (turn === this.#turn) this.state.value = { query, state: "failed", results: former, page: undefined };
    }
  }

  /** Asks for more results, if the bot reported that it has more. */
  more(): void {
    const { page, query } = this.state.value ?? {};
    if (!page?.next_offset || query === undefined) return;
    this.state.value = { ...this.state.value!, state: "waiting", page: undefined };
    void this.#ask(query, this.#turn, page.next_offset);
  }

  /** Sends a result to the chat that is open. */
  choose(result: InlineQueryResult, page: InlineResults): void {
    const { stage, draft } = this.#hand;
    if (this.#hand.attempt(() => stage.me.value.choose(page, result.id, stage.where()))) draft.value = "";
  }

  /** Ends it. */
  close(): void {
    clearTimeout(this.#timer);
    this.#end();
  }
}

/** What a result is called and what it says, whatever its kind. */
export function described(result: InlineQueryResult): { title: string; about: string; picture: string | undefined } {
  const { title, description, caption, first_name, phone_number, address, thumb_url, photo_url, type } = result as unknown as Record<string, string | undefined>;
  return {
    title: title ?? first_name ?? caption ?? type ?? "",
    about: description ?? phone_number ?? address ?? (title ? (caption ?? "") : ""),
    picture: thumb_url ?? photo_url,
  };
}
