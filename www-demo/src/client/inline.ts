// Inline mode: the query typed after the bot's name, and the bot's results.
import { effect, type Signal, signal } from "@preact/signals";
import type { InlineQueryResult, User } from "botwire";
import type { InlineAnswer, InlineResults } from "botwire/emulator";
import { answerTo } from "../world/answers.ts";
import type { Client } from "./client.ts";

/** The state of the result list above the composer. */
export interface InlineState {
  readonly query: string;
  readonly bot: User;
  readonly state: "waiting" | "there" | "failed";
  readonly results: readonly InlineQueryResult[];
  /** The latest page, which knows how to go on. */
  readonly page: InlineResults | undefined;
}

/** Milliseconds without a key before the query is sent. */
const DEBOUNCE_MS = 200;
/** Milliseconds to wait for the answer of the bot. */
const ANSWER_TIMEOUT_MS = 10_000;

/** The query in the line, and its results. */
export class Inline {
  readonly state: Signal<InlineState | undefined> = signal(undefined);
  readonly #client: Client;
  readonly #end: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn = 0;

  constructor(client: Client) {
    this.#client = client;
    this.#end = effect(() => {
      const [, name, query] = /^@(\w+)\s([^]*)$/.exec(client.draft.value) ?? [];
      const bot = client.world.bots.peek().find(({ username }) => username?.toLowerCase() === name?.toLowerCase());
      clearTimeout(this.#timer);
      this.#turn += 1;
      if (query === undefined || bot === undefined) {
        this.state.value = undefined;
        return;
      }
      const former = this.state.peek();
      this.state.value = { query, bot, state: "waiting", results: former?.results ?? [], page: undefined };
      this.#timer = setTimeout(() => void this.#ask(bot, query, this.#turn), DEBOUNCE_MS);
    });
  }

  async #ask(bot: User, query: string, turn: number, offset?: string): Promise<void> {
    const former = offset === undefined ? [] : (this.state.value?.results ?? []);
    try {
      const { world, me } = this.#client;
      const typed = await world.act("type", { user: me.value.id, bot: bot.id, query, ...(offset !== undefined && { offset }) });
      const page = { ...(await answerTo<InlineAnswer>(world, typed.query, ANSWER_TIMEOUT_MS)), query: typed.query };
      if (turn === this.#turn) this.state.value = { query, bot, state: "there", results: [...former, ...page.results], page };
    } catch {
      if (turn === this.#turn) this.state.value = { query, bot, state: "failed", results: former, page: undefined };
    }
  }

  /** Asks for more results, if the bot reported that it has more. */
  more(): void {
    const state = this.state.value;
    if (!state?.page?.next_offset) return;
    this.state.value = { ...state, state: "waiting", page: undefined };
    void this.#ask(state.bot, state.query, this.#turn, state.page.next_offset);
  }

  /** Sends a result to the chat that is open. */
  async choose(result: InlineQueryResult, page: InlineResults): Promise<void> {
    const { world, where, draft } = this.#client;
    const sent = await this.#client.attempt(() => world.act("choose", { ...where, query: page.query, result_id: result.id }));
    if (sent) draft.value = "";
  }

  /** Presses the button of the results that leads to the private chat with their bot. */
  async switchToBot({ query }: InlineResults): Promise<void> {
    const { world, me, draft } = this.#client;
    const bot = this.state.value?.bot;
    if (bot) await this.#client.play(me.value, { bot: bot.id });
    const sent = await this.#client.attempt(() => world.act("switch", { user: me.value.id, query }));
    if (sent) draft.value = "";
  }

  /** Ends it. */
  close(): void {
    clearTimeout(this.#timer);
    this.#end();
  }
}

/** Returns the title, text and picture of a result of any kind. */
export function described(result: InlineQueryResult): { title: string; about: string; picture: string | undefined } {
  const { title, description, caption, first_name, phone_number, address, thumb_url, photo_url, type } = result as unknown as Record<string, string | undefined>;
  return {
    title: title ?? first_name ?? caption ?? type ?? "",
    about: description ?? phone_number ?? address ?? (title ? (caption ?? "") : ""),
    picture: thumb_url ?? photo_url,
  };
}
