// Handlers in constants, helpers and filters: all know the environment and the session, without annotations.
import { Bot, byAdmins, call, callbackData, callbackRoutes, commands, createWebhookHandler, first, hears, inChannels, inGroups, inPrivate, memoryStore, on, pass, poll, pressed, reply, replyWith, sessions, targetOf, when, type BotContext, type CommandRoutes, type MessageWith, type PhotoSize, type SessionContext, type Update, type UpdateContext, type UpdateHandler } from "botwire";
import { conversation, integer, type Talk } from "botwire/conversations";
import type { Assert, Same } from "../expect.js";
import type { Env, Session } from "./types.js";

/** Accepts a value whose type is exactly this one, and not `any`. */
const is = <T>() => <Given>(_value: Given, _same: Same<Given, T> extends true ? true : never): void => {};
declare const bot: Bot;
const webhook = { baseUrl: "https://example.com", token: "x", path: "/hook" };

// Routes in a constant.
const routes = commands({
  cart: (message, { args }, { session, env, user }) => reply(message, session.cart.join(env.KEY) + args + user.name),
  help: { help: "Lists the commands", run: (message, _command, { session }) => reply(message, `${session.visits}`) },
});
export const more = { stats: (message, _, { session }) => reply(message, `${session.visits}`) } satisfies CommandRoutes;
commands({ ...more, other: () => pass });

// Helpers with the types that everyone writes.
type MyContext = UpdateContext<Env> & SessionContext<Session>;
const size = (context: MyContext): number => context.session.cart.length;
const visits = ({ session }: { readonly session: Session }): number => session.visits;
const any = (context: BotContext): string => context.env.KEY;
commands({ a: (message, _command, context) => reply(message, `${size(context)} ${visits(context)} ${any(context)}`) });
callbackRoutes({ "": (query, _rest, context) => reply(query, `${size(context)} ${any(context)}`) });
on({ inline_query: (_query, context) => void size(context), callback_query: (_query, context) => void [size(context), any(context)], other: (_update, context) => void size(context) });

// Contents narrow, and the context keeps its type.
on({
  message: {
    photo: (message, { session }) => {
      is<PhotoSize[]>()(message.photo, true);
      is<Session>()(session, true);
      return reply(message, `${message.photo.length}`);
    },
    successful_payment: (message) => void (message.successful_payment.total_amount satisfies number),
    new_chat_members: (message) => void message.new_chat_members.length,
    reply_to_message: (message) => void (message.reply_to_message.message_id satisfies number),
    otherwise: (message, { env }) => void [is<string | undefined>()(message.text, true), is<Env>()(env, true)],
  },
  edited_channel_post: { text: (post) => void (post.text satisfies string) },
  callback_query: (_query, { answer }) => answer({ text: "Hi" }),
});
// @ts-expect-error A query has no contents.
on({ callback_query: { data: () => {} } });
// @ts-expect-error Not a content.
on({ message: { caption: () => {} } });

// Filters, one inside another.
commands({
  mine: inPrivate((message, { args }, { session }) => {
    is<"private">()(message.chat.type, true);
    is<Session>()(session, true);
    return reply(message, message.from.first_name + args);
  }),
  ban: inGroups(byAdmins((message, command, context) => {
    is<Session>()(context.session, true);
    is<string>()(command.args, true);
    return reply(message, message.from.first_name);
  }, "Only administrators can do this.")),
});
on({ message: inGroups((message, { session }) => reply(message, message.from.first_name + session.cart)) });
on({ message: { photo: inPrivate((message, { session }) => { is<Session>()(session, true); return reply(message, `${message.photo.length + message.from.id}`); }) } });
on({ message: when((message) => message.text === "x", (message, { session }) => reply(message, `x${session.visits}`)) });
on({ message: when((message): message is MessageWith<"text"> => message.text !== undefined, (message) => reply(message, message.text)) });
first(inPrivate(routes), inGroups(first(routes, on({}))), when((update) => update.update_id > 5, routes));

// Whole modules in constants, where no type is expected.
const admin = inGroups(commands({ a: () => pass }));
const own = byAdmins(inPrivate(routes), "No.");
// Filters around functions in constants know the update and the context, which is not `any`.
const visited = inPrivate((update, { session }) => void [is<Update>()(update, true), is<Session>()(session, true)]);
const byOwner = byAdmins((update, { session }) => void [is<Update>()(update, true), is<Session>()(session, true)]);
const inNews = inChannels((update, { session }) => void [is<Update>()(update, true), is<Session>()(session, true)]);
const odd = when((update) => update.update_id % 2 === 1, (update, { session }) => void [is<Update>()(update, true), is<Session>()(session, true)]);
first(visited, byOwner, inNews, odd) satisfies UpdateHandler;
const late = when((update) => update.update_id > 5, routes);
// @ts-expect-error An update has no text.
when((update) => update.text === "x", routes);
first(admin, own, late) satisfies UpdateHandler;

// Patterns and data of buttons.
hears("buy {count:integer} of {item}", (message, { count, item }, { session }) => {
  is<number>()(count, true);
  is<string>()(item, true);
  is<string>()(message.text, true);
  return reply(message, item.repeat(count) + session.visits);
});
hears(/(?<word>a)/, (message, { word }) => reply(message, `${word satisfies string | undefined}`));
// @ts-expect-error No such field.
hears("buy {item}", (message, { itm }) => reply(message, itm));
const page = callbackData("page", { index: "integer", mode: ["list", "grid"], isOpen: "boolean", note: "text" });
pressed(page, (query, { index, mode, isOpen, note }, { session, answer }) => {
  is<number>()(index, true);
  is<"list" | "grid">()(mode, true);
  is<boolean>()(isOpen, true);
  is<string>()(note, true);
  is<Session>()(session, true);
  answer({ text: note });
  return call.editMessageText({ ...targetOf(query), text: mode, reply_markup: { inline_keyboard: [[page.button("Next", { index: index + 1, mode, isOpen, note })]] } });
});
callbackData("go").button("Go");
// @ts-expect-error The fields are missing.
page.button("Next");
// @ts-expect-error No such word.
page.pack({ index: 1, mode: "tiles", isOpen: true, note: "" });
// @ts-expect-error No such type of a field.
callbackData("page", { index: "number" });

// Questions: the parameter of a parser needs no annotation, whatever other options there are.
/** A nested one, for conversations with any arguments. */
async function addressOf({ ask, once }: Talk, whose: string): Promise<string | undefined> {
  const city = await ask(`${whose} city?`, { optional: "Back" });
  const session = await once((context) => context.session);
  return city && `${city} ${session.visits}`;
}
const sending = conversation("sending", async (talk: Talk<{ readonly id: number }>) => `${talk.args.id} ${await addressOf(talk, "Your")}`);
const living = conversation("living", async (talk) => addressOf(talk, "Your").then((place) => place ?? "nowhere"));
const alone = conversation("alone", async (talk: Talk) => `${talk.chatId}`);
on({ message: { text: (message, context) => first(() => sending.start(context, { id: 1 }), () => living.start(context), () => alone.start(context))(context.update, context) } });

conversation("order", async ({ ask }) => {
  is<string>()(await ask("Where to?"), true);
  is<string>()(await ask("Where to?", { otherwise: "A city, please." }), true);
  is<string | undefined>()(await ask("Where to?", { optional: "Skip" }), true);
  is<number>()(await ask("How many?", { parse: (text) => text.length }), true);
  is<number>()(await ask("How many?", { parse: (text) => text.length || undefined, otherwise: "Some, please." }), true);
  is<number>()(await ask("How many?", { parse: async (text, message) => text.length + message.date, id: "count" }), true);
  is<number | undefined>()(await ask("How many?", { parse: (text) => text.length, optional: "Skip" }), true);
  is<number>()(await ask("How many?", { parse: integer({ min: 1 }), otherwise: "A number, please." }), true);
  // @ts-expect-error Without a parser, the answer is a text.
  const count: number = await ask("How many?");
  // @ts-expect-error No such option.
  await ask("How many?", { parse: (text) => text.length + count, othrwise: "Some, please." });
});

// The whole bot.
const handler: UpdateHandler = first(routes, commands(more), on({ message: (message) => replyWith(message, "sendPhoto", { photo: "x" }) }));
const inSession = sessions({ store: memoryStore(), initial: () => ({ cart: [], visits: 0 }) }, (update, context) => handler(update, context.with({ user: { name: "a" } })));
await poll(bot, inSession, { env: { KEY: "a" } });
createWebhookHandler((env: Env) => ({ ...webhook, token: env.KEY }), inSession);
createWebhookHandler((env: Env, request) => ({ ...webhook, token: env.KEY + request.url }), inSession);
// Handlers of a webhook, also inside `sessions`, know the request.
createWebhookHandler((env: Env) => ({ ...webhook, token: env.KEY }), (_update, { request }) => void request.headers.get("host"));
createWebhookHandler((env: Env) => ({ ...webhook, token: env.KEY }), sessions({ store: memoryStore(), initial: () => ({ cart: [], visits: 0 }) }, (_update, { request, session }) => void [request.url, is<Session>()(session, true)]));
// @ts-expect-error Another environment.
createWebhookHandler((env: { OTHER: string }) => ({ ...webhook, token: env.OTHER }), inSession);
// A whole handler with an annotated context: sessions leave nothing to add.
const initial = (): Session => ({ cart: [], visits: 0 });
const annotated = async (update: Update, context: MyContext) => void (context.session.visits += update.update_id);
poll(bot, sessions({ store: memoryStore(), initial }, annotated), { env: { KEY: "a" } });
const ofBot = sessions({ store: memoryStore(), initial }, async (update: Update, context: BotContext) => void (context.session.visits += context.user.name.length));
poll(bot, (update, context) => ofBot(update, context.with({ user: { name: "a" } })), { env: { KEY: "a" } });
// @ts-expect-error The user is missing.
poll(bot, ofBot, { env: { KEY: "a" } });
// @ts-expect-error No session around the handlers.
poll(bot, handler, { env: { KEY: "a" } });
// @ts-expect-error A session of another type.
sessions({ store: memoryStore(), initial: () => ({ cart: 5, visits: 0 }) }, (update, context) => handler(update, context.with({ user: { name: "a" } })));
export type Holds = Assert<Same<Parameters<UpdateHandler>[1], UpdateContext<Env> & SessionContext<Session> & { readonly user: { readonly name: string } }>>;
