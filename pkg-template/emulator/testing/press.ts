// Queries that a bot answers: pressed buttons and inline queries.

import type { CallbackAnswer, InlineAnswer, Pressed } from "../core/results.js";
import { type WaitOptions, until } from "./wait.js";
import type { World } from "./world.js";

/** A press of a button. */
export class Press {
  /** `callback`, `url`, `switch_inline_query` (or `…_current_chat`), `pay`, or `message` for a reply keyboard. */
  readonly kind: Pressed["kind"];
  /** The URL that the client opens, for a `url` button. */
  readonly url: string | undefined;
  /** The inline query that is inserted, for a `switch_inline_query` button. */
  readonly query: string | undefined;
  /** The message that a button of a reply keyboard sent. */
  readonly message_id: number | undefined;
  readonly #world: World;
  readonly #pressed: Pressed;

  /** Use `user.press()` instead. */
  constructor(world: World, pressed: Pressed) {
    this.#world = world;
    this.#pressed = pressed;
    this.kind = pressed.kind;
    this.url = pressed.url;
    this.query = pressed.kind === "callback" ? undefined : pressed.query;
    this.message_id = pressed.message_id;
  }

  #look(): CallbackAnswer | undefined {
    const { answer, query } = this.#pressed;
    if (answer !== undefined || query === undefined || this.kind !== "callback") return answer;
    return this.#world.act("query", { query }).answer as CallbackAnswer | undefined;
  }

  /** Returns true while the client shows a progress bar, because the bot has not answered the callback query. */
  get loading(): boolean {
    return this.kind === "callback" && this.#look() === undefined;
  }

  /** Waits for the answer of the bot, and returns it. */
  answer(options?: WaitOptions): Promise<CallbackAnswer> {
    return until(this.#world, () => this.#look(), "no answer to the callback query", options);
  }
}

/** The results of an inline query. */
export interface InlineResults extends InlineAnswer {
  /** Identifier of the query. */
  query: string;
}

/** Waits for the results of a query. */
export function inlineResults(world: World, query: string, options: WaitOptions): Promise<InlineResults> {
  const look = (): InlineResults | undefined => {
    const answer = world.act("query", { query }).answer as InlineAnswer | undefined;
    return answer === undefined ? undefined : { query, ...answer };
  };
  return until(world, look, "no answer to the inline query", options);
}
