// poll and its handlers: those of webhooks, but for the request.
import { Bot, createWebhookHandler, memoryStore, on, poll, updates } from "botwire";
import type { PollOptions, Update, UpdateContext, UpdateHandler, WebhookContext } from "botwire";
import type { Assert, Same } from "./expect.js";

declare const bot: Bot;
declare const signal: AbortSignal;
interface Env {
  readonly KEY: string;
}

// One handler for both drivers.
const handler: UpdateHandler<Env> = (update, { env }) => (update.message ? { method: "sendMessage", chat_id: update.message.chat.id, text: env.KEY } : undefined);
(await poll(bot, handler, { env: { KEY: "a" }, signal })) satisfies void;
createWebhookHandler<Env>({ bot, path: "/hook" }, handler);
// @ts-expect-error The handler needs an environment.
poll(bot, handler);
// @ts-expect-error The handler needs an environment.
poll(bot, handler, { signal });
// @ts-expect-error Of another type.
poll(bot, handler, { env: { KEY: 5 } });

// Without an environment, the options are optional.
poll(bot, (update, { bot, signal, waitUntil, updateKind, isLate }) => {
  [update satisfies Update, bot satisfies Bot, signal satisfies AbortSignal, updateKind satisfies string | undefined, isLate satisfies boolean];
  waitUntil(bot.getMe());
});
poll(bot, on({ message: ({ chat }, { bot }) => bot.leaveChat({ chat_id: chat.id }) }), {});
// @ts-expect-error There is no request.
poll(bot, (_, { request }) => void request);
declare const ofWebhooks: UpdateHandler<unknown, Pick<WebhookContext, "request">>;
createWebhookHandler({ bot, path: "/hook" }, ofWebhooks);
// @ts-expect-error It reads the request.
poll(bot, ofWebhooks);
type IsContext = Assert<WebhookContext<Env> extends UpdateContext<Env> ? true : false>;

// Options.
const options: PollOptions<Env> = {
  env: { KEY: "a" },
  signal,
  timeout: 30,
  limit: 100,
  allowed_updates: ["message"],
  keepWebhook: true,
  concurrency: 8,
  attempts: 4,
  store: (env) => (env.KEY ? memoryStore() : memoryStore()),
  claimSeconds: 60,
  onError: (error, { update, env, attempt }) => {
    type Unknown = Assert<Same<typeof error, unknown>>;
    return env.KEY && update.update_id > attempt ? "handled" : undefined;
  },
  onRetry: (error, retry, waitMs) => void [error.kind, retry satisfies number, waitMs satisfies number],
};
// One onError for both drivers.
const onError = (error: unknown, { update }: Partial<UpdateContext>): "handled" | void => (error instanceof TypeError && update ? "handled" : undefined);
poll(bot, () => {}, { onError });
createWebhookHandler({ bot, path: "/hook", onError }, () => {});
// @ts-expect-error No such word.
poll(bot, () => {}, { onError: () => "done" });
// @ts-expect-error No such kind.
poll(bot, () => {}, { allowed_updates: ["poem"] });
// @ts-expect-error No such option.
poll(bot, () => {}, { retries: 3 });
// @ts-expect-error No bot.
poll({}, () => {});
// @ts-expect-error No bot.
updates({});
// @ts-expect-error Its name is onRetry.
updates(bot, { onError: () => {} });
