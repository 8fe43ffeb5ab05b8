// The most frequent mistakes of a bot, each below a comment with the required text of TypeScript's error, which is short.
import { Bot, byAdmins, callbackData, callbackRoutes, commands, createWebhookHandler, first, hears, inGroups, inPrivate, memoryStore, on, pass, poll, pressed, reply, sessions, when, type BotContext, type SessionContext, type UpdateContext } from "botwire";
import { conversation } from "botwire/conversations";
import type { Env } from "./types.js";

type OtherContext = UpdateContext<Env> & SessionContext<{ total: string }>;
declare const bot: Bot;
declare const env: Env;
const options = { baseUrl: "https://service.example", token: "1:a", path: "/hook/secret" };

// says: Property 'visit' does not exist on type 'Session'. Did you mean 'visits'?
commands({ a: (message, _command, { session }) => reply(message, `${session.visit}`) });
// says: Property 'visit' does not exist on type 'Session'. Did you mean 'visits'?
on({ message: { text: (message, { session }) => reply(message, `${session.visit}`) } });
// says: Property 'visit' does not exist on type 'Session'. Did you mean 'visits'?
commands({ a: inPrivate((message, _command, { session }) => reply(message, `${session.visit}`)) });
// says: Property 'KEI' does not exist on type 'Env'
hears("a", (message, _fields, { env }) => reply(message, env.KEI));

// says: A route returns one call, pass or nothing
commands({ a: () => 5 });
// says: A route returns one call, pass or nothing
commands({ a: async () => 5 });
// says: A route returns one call, pass or nothing
commands({ a: async (message) => { return message.text; } });
// says: Type 'number' is not assignable to type
commands({ a: { help: "Counts", run: (message) => message.message_id } });
// says: A handler returns one call, pass or nothing
commands({ a: { help: "Counts", run: async (message) => { return message.message_id; } } });
// says: A handler returns one call, pass or nothing
on({ message: () => 5 });
// says: A handler returns one call, pass or nothing
on({ message: (message) => message.text });
// says: A handler returns one call, pass or nothing
on({ message: async () => { return 5; } });
// says: Type 'number' is not assignable to type
on({ message: { text: () => 5 } });
// says: A handler returns one call, pass or nothing
on({ message: { text: async () => { return "text"; } } });
// says: A handler returns one call, pass or nothing
on({ callback_query: async () => { return true; } });
// says: Type 'number' is not assignable to type
callbackRoutes({ "": () => 5 });
// says: A handler returns one call, pass or nothing
callbackRoutes({ "": async () => { return 5; } });
// says: Type 'number' is not assignable to type
pressed(callbackData("a"), () => 5);
// says: A handler returns one call, pass or nothing
pressed(callbackData("a"), async () => { return 5; });
// says: Type 'number' is not assignable to type
hears("a", () => 5);
// says: A handler returns one call, pass or nothing
hears("a", async () => { return 5; });
// says: A handler returns one call, pass or nothing
first(async () => { return 5; });
// says: Type 'number' is not assignable to type
commands({ a: inPrivate(() => 5) });
// says: A handler returns one call, pass or nothing
on({ message: inGroups(byAdmins(async () => { return 5; })) });
// says: A handler returns one call, pass or nothing
commands({ a: when((message) => message.text === "a", async () => { return 5; }) });
// says: Type 'number' is not assignable to type
conversation("a", async () => { return 5; });
// says: A route returns one call, pass or nothing, and its context has the types of BotTypes
commands({ a: (message, _command, context: OtherContext) => reply(message, context.session.total) });
// says: A route returns one call, pass or nothing, and its context has the types of BotTypes
commands({ a: inPrivate((message, _command, context: OtherContext) => reply(message, context.session.total)) });
// says: A handler returns one call, pass or nothing, and its context has the types of BotTypes
on({ message: (message, context: OtherContext) => reply(message, context.session.total) });

// says: Expected 3 arguments, but got 2.
poll(bot, commands({}));
// says: The handler needs a session: pass sessions({ store }, handler)
poll(bot, commands({}), { env });
// says: The handler needs a session: pass sessions({ store }, handler)
poll(bot, (_update, context: BotContext) => context.session.visits > 0 ? pass : undefined, { env });
// says: The handler needs more members of the context
poll(bot, sessions({ store: memoryStore(), initial: () => ({ cart: [], visits: 0 }) }, commands({})), { env });
// says: The handler needs an env: use createWebhookHandler((env: Env) => ({ … }), handler)
createWebhookHandler(options, commands({}));
// says: The handler needs a session: pass sessions({ store }, handler)
createWebhookHandler((env: Env) => ({ ...options, token: env.KEY }), commands({}));
// says: The handler needs a session: pass sessions({ store }, handler)
createWebhookHandler((env: Env, request) => ({ ...options, token: env.KEY + request.url }), first(commands({}), callbackRoutes({})));
// says: The handler needs a session: pass sessions({ store }, handler)
createWebhookHandler((env: Env) => ({ ...options, token: env.KEY }), (_update, context: BotContext) => context.session.visits > 0 ? pass : undefined);
// says: The handler needs more members of the context
createWebhookHandler((env: Env) => ({ ...options, token: env.KEY }), sessions({ store: memoryStore(), initial: () => ({ cart: [], visits: 0 }) }, commands({})));
// With a type argument, TypeScript infers nothing from the handler, and says in its own words what is missing.
// says: Property 'session' is missing in type
createWebhookHandler<Env>(options, commands({}));
// says: Property 'session' is missing in type
createWebhookHandler<Env>((env) => ({ ...options, token: env.KEY }), (_update, context: BotContext) => context.session.visits > 0 ? pass : undefined);
// says: Property 'user' is missing in type 'RequestContext'
createWebhookHandler<Env>(options, sessions({ store: memoryStore(), initial: () => ({ cart: [], visits: 0 }) }, commands({})));
// says: Property 'KEI' does not exist on type 'Env'
createWebhookHandler<Env>((env) => ({ ...options, token: env.KEI }), () => {});

// says: 'foto' does not exist in type
on({ message: { foto: () => {} } });
// says: Expected 2-3 arguments, but got 1.
commands({ a: () => reply("Hi") });
