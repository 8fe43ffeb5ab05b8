// `call`: makes the calls that handlers return, with one typed function for each method.
import { METHOD_NAMES, type InlineCall, type MethodMap, type Methods } from "../methods.js";
import { inlineCall } from "../request/inline-call.js";

/** The parameters of a method, which may be omitted if none is required. */
type Arguments<Params> = {} extends Params ? [params?: Params] : [params: Params];

/** The functions of {@link call}. */
export type InlineCalls = {
  readonly [Name in keyof Methods]: (...params: Arguments<MethodMap[Name]["params"]>) => InlineCall<Name>;
};

/**
 * Creates calls for handlers to return, without sending them.
 *
 * ```ts
 * createWebhookHandler(options, ({ message }) => {
 *   if (message?.text) return call.sendMessage({ chat_id: message.chat.id, text: message.text });
 * });
 * ```
 *
 * The result is a plain object, `{ method: "sendMessage", … }`. TypeScript refuses misspelled parameters, and functions that
 * return a call need no type. Return a method that botwire does not know as such an object.
 *
 * Each function throws a ValidationError if its parameters are not an object. The parameters are checked after the handler has
 * returned.
 */
export const call: InlineCalls = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ Object.fromEntries(
    /* @__PURE__ */ METHOD_NAMES.map((method) => [method, (params?: unknown) => inlineCall({ method }, params)]),
  ),
) as never;
