// What a handler returns for an update that is not its own.
import type { Pass } from "./context.js";

/**
 * The result of a handler for an update that it does not handle, see {@link first}. If no handler takes an update, it counts as
 * handled without a call.
 *
 * ```ts
 * const thanks: UpdateHandler = ({ message }) => (message?.text === "thanks" ? reply(message, "You are welcome.") : pass);
 * ```
 */
export const pass = /* @__PURE__ */ Object.freeze({ pass: true }) as unknown as Pass;
