// Options of webhooks: from the environment or as an object, which are refused, and stores.
import { createWebhookHandler, memoryStore, type Bot, type UpdateHandler, type WebhookHandler } from "botwire";
import { everyField } from "botwire/check";

const options = { baseUrl: "https://example.com", token: "x", path: "/hook" };
declare const bot: Bot;
interface Env {
  readonly KEY: string;
}

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
  () => {},
);
createWebhookHandler<Secrets>(async (env) => ({ baseUrl: "https://example.com", token: await Promise.resolve(env.TOKEN), path: env.KEY }), () => {});
// @ts-expect-error A promise of options without a secret.
createWebhookHandler<Secrets>(async (env) => ({ baseUrl: "https://example.com", token: env.TOKEN }), () => {});
// @ts-expect-error A secret that may be missing.
createWebhookHandler<Secrets>((env) => ({ baseUrl: "https://example.com", token: env.OPTIONAL, path: env.KEY }), () => {});
// @ts-expect-error Nor as the path.
createWebhookHandler<Secrets>((env) => ({ baseUrl: "https://example.com", token: env.TOKEN, path: env.OPTIONAL }), () => {});
// The environment's type comes from the parameter or from the handler; unknown options are refused as in an object.
const secret = { baseUrl: "https://example.com", token: "x", path: "/hook" };
createWebhookHandler((env: Secrets) => ({ baseUrl: "https://example.com", token: env.TOKEN, path: env.KEY }), (_, { env, request }) => {
  [env.TOKEN satisfies string, request satisfies Request];
}) satisfies WebhookHandler<Secrets>;
declare const needsSecrets: UpdateHandler<Secrets>;
createWebhookHandler((env) => ({ ...secret, token: env.TOKEN }), needsSecrets);
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
createWebhookHandler({ ...options, store: false }, () => {});
