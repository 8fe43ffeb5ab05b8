// Composition: a handler passes the updates that are not its own, and the next one gets them.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import type { HandlerResult, UpdateHandler } from "../updates/context.js";
import { kindsOf, withKinds } from "../updates/kinds.js";
import { isPassed, pass } from "../updates/pass.js";

/**
 * Creates a handler that runs several handlers in order until one does not return {@link pass}. A bot splits into modules, each
 * of which exports one handler. The results of {@link on}, {@link commands}, {@link callbackRoutes}, {@link pressed} and
 * {@link hears} are such handlers: they pass the updates that are not theirs.
 *
 * ```ts
 * const handler = first(
 *   admin,
 *   shop,
 *   on({ message: (message) => reply(message, "I do not understand that.") }),
 * );
 * ```
 *
 * A handler that returns `undefined` has handled the update. To count updates that nothing handles, put a function last.
 *
 * @throws ValidationError if an argument is not a function.
 */
export function first(...handlers: readonly UpdateHandler[]): UpdateHandler {
  handlers.forEach((handler, index) => {
    if (typeof handler !== "function") throw new ValidationError("first", `${index}`, "a handler", describe(handler));
  });
  const handle: UpdateHandler = async (update, context) => {
    let result: HandlerResult = pass;
    for (const handler of handlers) if (!isPassed((result = await handler(update, context)))) break;
    return result;
  };
  const kinds = handlers.map(kindsOf);
  // One handler for all kinds makes this one a handler for all kinds.
  return withKinds(handle, kinds.includes(undefined) ? undefined : [...new Set((kinds as string[][]).flat())]);
}
