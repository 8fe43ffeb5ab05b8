// The calls of `context.bot`: one that may have been carried out is an effect, which a second run of the handler would repeat.
import { type Bot, trackedBot } from "../bot.js";
import { isIdempotent } from "../engine/functions.js";
import { isInstalled } from "../engine/instance.js";
import { isApiError, isEngineError, isRefusal, isValidationError } from "../errors/guards.js";
import { methodIndex } from "../request/method-names.js";
import { ON_EFFECT } from "./delivery-rules.js";
import type { Ongoing } from "./ongoing.js";
import { sayOnce } from "./say-once.js";

export class Effects {
  /** The bot of the context. */
  readonly bot: Bot;
  readonly #running = new Set<{ readonly method: string }>();
  readonly #deleted: unknown[] = [];

  constructor(private readonly delivery: Pick<Ongoing, "source" | "settings" | "feed">) {
    this.bot = trackedBot(delivery.settings.bot, (method, params, call) => this.#track(method, params as Record<string, unknown>, call));
  }

  #track(method: string, params: Record<string, unknown>, call: Promise<unknown>): Promise<unknown> {
    const running = { method };
    this.#running.add(running);
    const end = (isEffect: boolean): void => {
      if (this.#running.delete(running) && isEffect && !isIdempotent(methodIndex(method))) this.delivery.feed(ON_EFFECT);
    };
    return call.then(
      (result) => {
        if (method === "deleteMessage") this.#deleted.push(params["message_id"]);
        end(true);
        return result;
      },
      (error) => {
        const isRefused = isValidationError(error) || isEngineError(error) || isRefusal(error) || (isApiError(error) && error.error_code < 500);
        end(!isRefused);
        throw error;
      },
    );
  }

  /** Called when the handler ends: calls that are under way may be carried out. */
  close(returned: unknown): void {
    for (const { method } of this.#running) if (!isInstalled() || !isIdempotent(methodIndex(method))) this.delivery.feed(ON_EFFECT);
    this.#running.clear();
    const { reply_to_message_id: quoted } = Object(returned);
    if (quoted !== undefined && this.#deleted.includes(quoted)) {
      sayOnce(`${this.delivery.source}: a handler returned a call that quotes a message that it has deleted, which the service refuses; answer with reply, which does not quote`);
    }
  }
}
