// Handlers of webhooks by kind: what each is given, which answer it can make, what it may return.
import { Bot, chatIdOf, createWebhookHandler, inOrder, memoryStore, on, registerWebhook, userIdOf, type WebhookOptions } from "botwire";
import { everyField } from "botwire/check";
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
  WebhookHandler,
  WebhookContext,
  HandlerResult,
} from "botwire";
import type { Assert, Same } from "./expect.js";

const options = { baseUrl: "https://example.com", token: "x", path: "/hook" };
const is = <T>() => <Given>(_value: Given, _same: Same<Given, T> extends true ? true : never): void => {};

// Each kind is narrowed to what it holds.
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

// What `answer` gives is the call for the handler to return; its result cannot be had.
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

// What a handler of a kind may return is what any handler may.
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

// A context is extended by what the handlers of `on` name.
interface Session {
  count: number;
}
const counting = on<unknown, { session: Session }>({
  message: (value, { session, bot }) => void [value satisfies Message, session.count++, bot satisfies Bot],
  callback_query: (_, { session, answer }) => answer({ text: `${session.count}` }),
  other: (_, { session }) => void session.count,
});
createWebhookHandler(options, (update, context) => counting(update, context.with({ session: { count: 0 } })));
createWebhookHandler(options, (update, context) => counting(update, { ...context, session: { count: 0 } }));
createWebhookHandler(options, (update, context) => counting(update, context.with({ a: 1 }).with({ session: { count: 0 } })));
// @ts-expect-error It is called with no session.
createWebhookHandler(options, counting);
// @ts-expect-error Of another type.
createWebhookHandler(options, (update, context) => counting(update, context.with({ session: { count: "0" } })));
// @ts-expect-error No such name.
on<unknown, { session: Session }>({ message: (_, { sesion }) => void sesion });

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
  on<Env, { request: Request }>({ message: (_, { env, bot, signal, waitUntil, request }) => {
    [env.KEY satisfies string, bot satisfies Bot, signal satisfies AbortSignal, request satisfies Request];
    waitUntil(bot.getMe());
    // @ts-expect-error Not a promise.
    waitUntil(5);
  } }),
);
declare const context: WebhookContext<Env>;
// @ts-expect-error The context is for reading.
context.isLate = true;
type AnyKind = Assert<UpdateKind extends NonNullable<typeof context.updateKind> ? true : false>;

// Options from the environment, and an existing bot.
interface Secrets extends Env {
  readonly TOKEN: string;
  readonly OPTIONAL?: string;
}
createWebhookHandler<Secrets>((env) => ({ baseUrl: "https://example.com", token: env.TOKEN, path: env.KEY }), (_, { env }) => void env.KEY);
createWebhookHandler<Secrets>(
  ({ TOKEN }) => ({
    baseUrl: "https://example.com",
    token: TOKEN,
    path: "/hook",
    store: (env) => (env.KEY ? memoryStore() : memoryStore()),
    onError: (_, { env, request, bot, update }) => {
      [env.TOKEN satisfies string, request satisfies Request, bot satisfies Bot | undefined];
      // @ts-expect-error There is none if the options have a fault.
      update.update_id;
      return "handled";
    },
  }),
  on<Secrets>({}),
);
createWebhookHandler<Secrets>(async (env) => ({ baseUrl: "https://example.com", token: await Promise.resolve(env.TOKEN), path: env.KEY }), () => {});
// @ts-expect-error A promise of options without a secret.
createWebhookHandler<Secrets>(async (env) => ({ baseUrl: "https://example.com", token: env.TOKEN }), () => {});
// @ts-expect-error A secret that may be missing.
createWebhookHandler<Secrets>((env) => ({ baseUrl: "https://example.com", token: env.OPTIONAL, path: env.KEY }), () => {});
// @ts-expect-error Nor as the path.
createWebhookHandler<Secrets>((env) => ({ baseUrl: "https://example.com", token: env.TOKEN, path: env.OPTIONAL }), () => {});
// The environment from its parameter, or from the handler: then an unknown option is refused, as it is in an object.
const secret = { baseUrl: "https://example.com", token: "x", path: "/hook" };
createWebhookHandler((env: Secrets) => ({ baseUrl: "https://example.com", token: env.TOKEN, path: env.KEY }), (_, { env, request }) => {
  [env.TOKEN satisfies string, request satisfies Request];
}) satisfies WebhookHandler<Secrets>;
createWebhookHandler((env) => ({ ...secret, token: env.TOKEN }), on<Secrets>({}));
createWebhookHandler(
  ({ TOKEN }: Secrets) => ({
    ...secret,
    token: TOKEN,
    store: (env) => (env.KEY ? memoryStore() : memoryStore()),
    onError: (_, { env, bot }) => {
      [env.TOKEN satisfies string, bot satisfies Bot | undefined];
      return "handled";
    },
  }),
  () => {},
);
createWebhookHandler((env: Secrets) => {
  if (env.OPTIONAL) return { bot, path: env.OPTIONAL };
  return { ...secret, allowUnauthenticated: true };
}, () => {});
declare const anything: any;
createWebhookHandler((env: Secrets) => (env.KEY ? anything : anything), () => {});
// @ts-expect-error No such option.
createWebhookHandler((env: Secrets) => ({ ...secret, token: env.TOKEN, deadLineMs: 5 }), () => {});
// @ts-expect-error No such option.
createWebhookHandler((env) => ({ ...secret, token: env.TOKEN, deadLineMs: 5 }), on<Secrets>({}));
// @ts-expect-error No such option.
createWebhookHandler(() => ({ ...secret, deadLineMs: 5 }), () => {});
// @ts-expect-error No such option.
createWebhookHandler(async (env: Secrets) => ({ ...secret, token: env.TOKEN, deadLineMs: 5 }), () => {});
// @ts-expect-error No such option in one of the returned objects.
createWebhookHandler((env: Secrets) => (env.OPTIONAL ? secret : { ...secret, deadLineMs: 5 }), () => {});
// @ts-expect-error A wrong type.
createWebhookHandler((env: Secrets) => ({ ...secret, token: env.TOKEN, deadlineMs: "5" }), () => {});
// @ts-expect-error No secret.
createWebhookHandler((env: Secrets) => ({ baseUrl: "https://example.com", token: env.TOKEN }), () => {});
// @ts-expect-error A secret that may be missing.
createWebhookHandler((env: Secrets) => ({ ...secret, token: env.OPTIONAL }), () => {});
// @ts-expect-error The token is that of the bot.
createWebhookHandler((env: Secrets) => ({ bot, token: env.TOKEN, path: "/hook" }), () => {});
createWebhookHandler({ bot, path: "/hook" }, () => {});
// @ts-expect-error The token is that of the bot.
createWebhookHandler({ bot, token: "x", path: "/hook" }, () => {});
// @ts-expect-error No bot.
createWebhookHandler({ bot: {}, path: "/hook" }, () => {});

// A webhook is authenticated, or says that it is not.
const service = { baseUrl: "https://example.com", token: "x" };
createWebhookHandler({ ...service, secretHeader: { name: "x-secret", value: "x" } }, () => {});
createWebhookHandler({ ...service, allowUnauthenticated: true }, () => {});
createWebhookHandler({ ...service, path: "/hook", allowUnauthenticated: false, secretHeader: undefined }, () => {});
// @ts-expect-error Nothing tells who calls.
createWebhookHandler(service, () => {});
// @ts-expect-error Nothing tells who calls.
createWebhookHandler({ ...service, allowUnauthenticated: false }, () => {});
// @ts-expect-error No such option.
createWebhookHandler({ ...service, path: "/hook", pth: "/hook" }, () => {});
// @ts-expect-error No such word.
createWebhookHandler({ ...service, path: "/hook", onError: () => "done" }, () => {});
createWebhookHandler({ ...service, path: "/hook", onError: async (error, { update }) => (update ? "handled" : new Response()) }, () => {});

// Options and stores.
// @ts-expect-error No token.
createWebhookHandler({ baseUrl: "https://example.com", path: "/hook" }, () => {});
// @ts-expect-error No such encoding.
createWebhookHandler({ ...options, replyEncoding: "query" }, () => {});
// @ts-expect-error No such depth.
createWebhookHandler({ ...options, check: "fields" }, () => {});
createWebhookHandler({ ...options, check: everyField }, () => {});
createWebhookHandler({ ...options, check: "shape" }, () => {});
// @ts-expect-error A store has to release.
createWebhookHandler({ ...options, store: { claim: () => "busy", renew: () => true, settle: () => true } }, () => {});
createWebhookHandler({
  ...options,
  store: {
    claim: async (key: string, leaseMs: number) => (leaseMs > key.length ? { owner: key } : "done"),
    renew: async () => true,
    settle: async () => true,
    release: () => false,
  },
}, () => {});
createWebhookHandler({ ...options, atDeadline: "retry", returned: "call", leaseMs: 10_000 }, () => {});
// @ts-expect-error No such answer.
createWebhookHandler({ ...options, atDeadline: "later" }, () => {});
const several = new Map<string, WebhookOptions>();
createWebhookHandler((_env: unknown, request) => several.get(new URL(request.url).pathname), () => {});
createWebhookHandler(options, inOrder({ by: userIdOf }, () => {}));
createWebhookHandler<{ KEY: string }>(() => options, inOrder({ by: (update, { env }) => [env.KEY, chatIdOf(update)], store: (env) => (env.KEY ? memoryStore() : memoryStore()) }, () => {}));
// @ts-expect-error A key is a text or a number.
inOrder({ by: () => true }, () => {});
new Bot({ baseUrl: "https://example.com", token: "1:a" }).id satisfies number | undefined;
createWebhookHandler({ ...options, store: false }, () => {});
memoryStore() satisfies ClaimStore;

declare const bot: Bot;
(await registerWebhook(bot, { url: "https://example.com/hook", allowed_updates: ["message"] })).changed satisfies string[];
// @ts-expect-error No such kind.
registerWebhook(bot, { url: "https://example.com/hook", allowed_updates: ["poem"] });
// @ts-expect-error No URL.
registerWebhook(bot, {});
