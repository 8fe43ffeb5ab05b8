// Which handlers a webhook takes, so that TypeScript says in one line what is missing.
import type { NothingMissing } from "../updates/poll-options.js";
import type { Wrong } from "../wrong.js";
import type { WebhookContext } from "./options.js";

/** Refuses a handler that needs an environment, such as one of `on<Env>`, or members of the context, where nothing provides them. */
export type Suitable<Env, Text, Extra> = [Text] extends [never] ? WithMembers<Env, Extra> : unknown extends Env ? WithMembers<Env, Extra>
  : Wrong<"The handler needs an env: use createWebhookHandler((env: Env) => ({ … }), handler)">;

/** The function is never the result. TypeScript infers `Extra` from it, the context that a handler needs. */
type WithMembers<Env, Extra> = WebhookContext<Env> extends Extra ? unknown
  : [Extra] extends [never] ? (update: never, context: Extra) => unknown
  : NothingMissing<Extra, WebhookContext<Env>>;
