// Contexts that are annotated as a whole, without types that are declared once.
import { Bot, createWebhookHandler, memoryStore, poll, sessions, usersLimit, type SessionContext, type Update, type UpdateContext, type UpdateHandler } from "botwire";

interface Env {
  readonly KEY: string;
}
interface Session {
  visits: number;
}
type MyContext = UpdateContext<Env> & SessionContext<Session>;
declare const bot: Bot;
const options = { store: memoryStore(), initial: (): Session => ({ visits: 0 }) };
const env: Env = { KEY: "a" };
const webhook = (_env: Env) => ({ bot, path: "/hook" });

const whole = async (update: Update, context: MyContext) => void (context.session.visits += update.update_id);
poll(bot, sessions(options, whole), { env });
poll(bot, sessions(options, usersLimit({ perMinute: 1 }, whole)), { env });
createWebhookHandler(webhook, sessions(options, whole));

const typed: UpdateHandler<Env, SessionContext<Session>> = (_update, { session }) => void session.visits++;
poll(bot, sessions(options, typed), { env });
createWebhookHandler(webhook, sessions(options, typed));
createWebhookHandler(webhook, sessions(options, (_update, { request, session, env }) => void [request.url, session.visits satisfies number, env.KEY satisfies string]));

// What middleware outside adds is still required.
const ofUser = sessions(options, async (_update: Update, context: MyContext & { readonly user: string }) => void context.user);
poll(bot, (update, context) => ofUser(update, context.with({ user: "a" })), { env });
// @ts-expect-error The user is missing.
poll(bot, ofUser, { env });
// @ts-expect-error No session around the handler.
poll(bot, whole, { env });
// @ts-expect-error The handler needs an env.
poll(bot, sessions(options, whole));
// @ts-expect-error A session of another type.
sessions({ store: memoryStore(), initial: () => ({ count: 0 }) }, whole);
