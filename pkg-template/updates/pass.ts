// What a handler returns for an update that is not its own.
import type { HandlerResult, Pass } from "./context.js";

/** Shared by all copies of the package: an entry of its own has one. */
const PASS = /* @__PURE__ */ Symbol.for("botwire.pass");

/**
 * The result of a handler for an update that it does not handle, see {@link first}. If no handler takes an update, it counts as
 * handled without a call.
 *
 * ```ts
 * const thanks: UpdateHandler = ({ message }) => (message?.text === "thanks" ? reply(message, "You are welcome.") : pass);
 * ```
 */
export const pass = /* @__PURE__ */ Object.freeze({ [PASS]: true }) as unknown as Pass;

/** Returns whether a handler has passed the update. */
export const isPassed = (result: HandlerResult): boolean => (result as { [PASS]?: true } | null | undefined)?.[PASS] === true;
