// Webhook handlers by kind: their arguments, their `answer`, and their return values.
import { Bot, chatIdOf, createWebhookHandler, inOrder, memoryStore, on, registerWebhook, userIdOf, type WebhookOptions } from "botwire";
import type {
  AnswerCall,
  CallbackQuery,
  ChosenInlineResult,
  ClaimStore,
  InlineQuery,
  Message,
  PreCheckoutQuery,
  ShippingQuery,
  Update,
  UpdateKind,
  WebhookContext,
  HandlerResult,
  UpdateHandler,
} from "botwire";
import type { Assert, Same } from "./expect.js";

const options = { baseUrl: "https://example.com", token: "x", path: "/hook" };
const is = <T>() => <Given>(_value: Given, _same: Same<Given, T> extends true ? true : never): void => {};

// Each kind has its own value type.
on({
  message: (value) => is<Message>()(value, true),
  edited_message: (value) => is<Message>()(value, true),
  channel_post: (value) => is<Message>()(value, true),
  edited_channel_post: (value) => is<Message>()(value, true),
  inline_query: (value) => is<InlineQuery>()(value, true),
  chosen_inline_result: (value) => is<ChosenInlineResult>()(value, true),
  callback_query: (value) => is<CallbackQuery>()(value, true),
  shipping_query: (value) => is<ShippingQuery>()(value, true),
  pre_checkout_query: (value) => is<PreCheckoutQuery>()(value, true),
  other: (value) => is<Update>()(value, true),
});
// @ts-expect-error Names are those of the wire.
on({ callbackQuery: () => {} });
// @ts-expect-error No such kind.
on({ poem: () => {} });
// @ts-expect-error A handler is a function.
on({ message: { method: "getMe" } });
// @ts-expect-error A callback query has no text.
on({ callback_query: (query) => void query.text });

// The context knows the kind, and `answer` takes the parameters of its method but for the identifier.
on({
  callback_query: (_, { answer, updateKind }) => {
    updateKind satisfies "callback_query";
    answer();
    answer({ text: "Hi", show_alert: true });
    // @ts-expect-error The identifier is that of the query.
    answer({ callback_query_id: "x" });
    // @ts-expect-error A parameter of another answer.
    answer({ ok: true });
    // @ts-expect-error Of another type.
    answer({ text: 5 });
  },
  inline_query: (_, { answer }) => {
    answer({ results: [] });
    answer({ results: [{ type: "photo", id: "1", photo_file_id: "x" }], cache_time: 5 });
    // @ts-expect-error The results are missing.
    answer();
    // @ts-expect-error The results are missing.
    answer({ cache_time: 5 });
    // @ts-expect-error No such kind of results.
    answer({ results: [{ type: "poem", id: "1" }] });
  },
  shipping_query: (_, { answer }) => {
    answer({ ok: true, shipping_options: [{ id: "1", title: "Post", prices: [{ label: "Post", amount: 5 }] }] });
    answer({ ok: false, error_message: "Too far" });
    // @ts-expect-error The ways of shipping are missing.
    answer({ ok: true });
    // @ts-expect-error The message is missing.
    answer({ ok: false });
  },
  pre_checkout_query: (_, { answer }) => {
    answer({ ok: true });
    answer({ ok: false, error_message: "Sold out" });
    // @ts-expect-error The message is missing.
    answer({ ok: false });
    // @ts-expect-error Whether it is well is missing.
    answer();
  },
  message: (_, { answer }) => {
    // @ts-expect-error A message has no answer.
    answer({ text: "Hi" });
  },
});
type Callback = Assert<Same<AnswerCall<"callback_query">["method"], "answerCallbackQuery">>;
type PreCheckout = Assert<Same<AnswerCall<"pre_checkout_query">["method"], "answerPreCheckoutQuery">>;
type NoAnswer = Assert<Same<Parameters<WebhookContext<unknown, "message">["answer"]>, [params: never]>>;

// `answer` returns the call for the handler to return; its result is not available.
on({ callback_query: (_, { answer }) => answer({ text: "Hi" }) });
on({ callback_query: async (_, { answer }) => answer() });
on({
  callback_query: async (_, { answer }) => {
    const call = answer();
    call.method satisfies "answerCallbackQuery";
    call.callback_query_id satisfies string;
    // @ts-expect-error The service tells no result.
    call.result;
    // @ts-expect-error Nor is it one.
    (await call) satisfies boolean;
  },
});

// Handlers of a kind may return the same values as any handler.
on({ message: ({ chat }) => ({ method: "sendMessage", chat_id: chat.id, text: "Hi" }) });
on({ message: async () => undefined, channel_post: () => null, inline_query: () => {} });
// @ts-expect-error No such method.
on({ message: ({ chat }) => ({ method: "sendPoem", chat_id: chat.id }) });
// @ts-expect-error The text is missing.
on({ message: ({ chat }) => ({ method: "sendMessage", chat_id: chat.id }) });
on({ message: ({ chat }, { bot }) => bot.sendMessage({ chat_id: chat.id, text: "Hi" }) });
// @ts-expect-error A text is not a call.
on({ message: () => "Hi" });
declare const result: HandlerResult;
// @ts-expect-error It may be nothing.
result.method;

// A handler may declare additional fields of the context.
interface Session {
  count: number;
}
const counting: UpdateHandler<unknown, { session: Session }> = (update, { session, bot }) => void [update satisfies Update, session.count++, bot satisfies Bot];
createWebhookHandler(options, (update, context) => counting(update, context.with({ session: { count: 0 } })));
createWebhookHandler(options, (update, context) => counting(update, { ...context, session: { count: 0 } }));
createWebhookHandler(options, (update, context) => counting(update, context.with({ a: 1 }).with({ session: { count: 0 } })));
// @ts-expect-error It is called with no session.
createWebhookHandler(options, counting);
// @ts-expect-error Of another type.
createWebhookHandler(options, (update, context) => counting(update, context.with({ session: { count: "0" } })));
// @ts-expect-error No such name.
on({ message: (_, { session }) => void session });

// The environment is that of the handler, in options and contexts.
interface Env {
  readonly KEY: string;
}
createWebhookHandler<Env>(
  {
    ...options,
    store: (env) => {
      env.KEY satisfies string;
      // @ts-expect-error No such binding.
      env.OTHER;
      return memoryStore();
    },
    onError: (error, { env, isLate, updateKind }) => {
      is<unknown>()(error, true);
      [env.KEY satisfies string, isLate satisfies boolean | undefined, updateKind satisfies string | undefined];
      return new Response();
    },
    onReject: ({ status, error, request }) => [status satisfies number, error.path satisfies string, request.url satisfies string],
  },
  (_, { env, bot, signal, waitUntil, request }) => {
    [env.KEY satisfies string, bot satisfies Bot, signal satisfies AbortSignal, request satisfies Request];
    waitUntil(bot.getMe());
    // @ts-expect-error Not a promise.
    waitUntil(5);
  },
);
declare const context: WebhookContext<Env>;
// @ts-expect-error The context is for reading.
context.isLate = true;
type AnyKind = Assert<UpdateKind extends NonNullable<typeof context.updateKind> ? true : false>;

const several = new Map<string, WebhookOptions>();
createWebhookHandler((_env: unknown, request) => several.get(new URL(request.url).pathname), () => {});
createWebhookHandler(options, inOrder({ by: userIdOf }, () => {}));
createWebhookHandler<{ KEY: string }>(() => options, inOrder({ by: (update, { env }) => [env.KEY, chatIdOf(update)], store: (env) => (env.KEY ? memoryStore() : memoryStore()) }, () => {}));
// @ts-expect-error A key is a text or a number.
inOrder({ by: () => true }, () => {});
new Bot({ baseUrl: "https://example.com", token: "1:a" }).id satisfies number | undefined;
memoryStore() satisfies ClaimStore;

declare const bot: Bot;
(await registerWebhook(bot, { url: "https://example.com/hook", allowed_updates: ["message"] })).changed satisfies string[];
// @ts-expect-error No such kind.
registerWebhook(bot, { url: "https://example.com/hook", allowed_updates: ["poem"] });
// @ts-expect-error No URL.
registerWebhook(bot, {});
