// The most frequent mistakes of a bot, each below a comment with the required text of TypeScript's error, which is short.
import { Bot, callbackData, callbackRoutes, commands, createWebhookHandler, first, hears, inPrivate, on, poll, pressed, reply } from "botwire";
import type {} from "./types.js";

declare const bot: Bot;
const options = { baseUrl: "https://service.example", token: "1:a", path: "/hook/secret" };

// says: Property 'visit' does not exist on type 'Session'. Did you mean 'visits'?
commands({ a: (message, _command, { session }) => reply(message, `${session.visit}`) });
// says: Property 'visit' does not exist on type 'Session'. Did you mean 'visits'?
on({ message: { text: (message, { session }) => reply(message, `${session.visit}`) } });
// says: Property 'visit' does not exist on type 'Session'. Did you mean 'visits'?
commands({ a: inPrivate((message, _command, { session }) => reply(message, `${session.visit}`)) });
// says: Property 'KEI' does not exist on type 'Env'
hears("a", (message, _fields, { env }) => reply(message, env.KEI));

// says: Type 'number' is not assignable to type
commands({ a: () => 5 });
// says: Type 'number' is not assignable to type
commands({ a: { help: "Counts", run: (message) => message.message_id } });
// says: Type 'number' is not assignable to type
on({ message: () => 5 });
// says: Type 'number' is not assignable to type
on({ message: { text: () => 5 } });
// says: Type 'number' is not assignable to type
callbackRoutes({ "": () => 5 });
// says: Type 'number' is not assignable to type
pressed(callbackData("a"), () => 5);
// says: Type 'number' is not assignable to type
hears("a", () => 5);
// says: Type 'number' is not assignable to type
first(async () => 5);

// says: Expected 3 arguments, but got 2.
poll(bot, commands({}));
// says: The handler needs an env: use createWebhookHandler((env: Env) => ({ … }), handler)
createWebhookHandler(options, commands({}));

// says: 'foto' does not exist in type
on({ message: { foto: () => {} } });
// says: Expected 2-3 arguments, but got 1.
commands({ a: () => reply("Hi") });
