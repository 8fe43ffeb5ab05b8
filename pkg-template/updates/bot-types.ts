// The types of a program's bot, declared once: the environment, the session, other members of the context.
import type { SessionContext } from "./session-context.js";

/**
 * The types of your bot. Declare them once, in any file of the program. All handlers then know them, also in other files:
 *
 * ```ts
 * declare module "botwire" {
 *   interface BotTypes { env: Env; session: Session }
 * }
 * ```
 *
 * - `env`: the environment, see {@link UpdateContext.env}. Default: `unknown`.
 * - `session`: the session of {@link sessions}. Default: no session.
 * - `context`: members that your middleware adds with {@link UpdateContext.with}. Default: none.
 */
export interface BotTypes {}

/** The environment in {@link BotTypes}. */
export type BotEnv = BotTypes extends { env: infer Env } ? Env : unknown;

/** The session in {@link BotTypes}. */
export type BotSession = BotTypes extends { session: infer Session } ? Session : unknown;

/** The members that {@link BotTypes} adds to the context. */
export type BotExtra = (BotTypes extends { session: infer Session } ? SessionContext<Session> : unknown) &
  (BotTypes extends { context: infer Context } ? Context : unknown);
