// `call`: makes the calls that handlers return, with one typed function for each method.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import { METHOD_NAMES, type InlineCall, type MethodMap, type MethodName, type Methods } from "../methods.js";
import { isForm } from "../request/form-params.js";

/** The parameters of a method, which may be left out where none is required. */
type Arguments<Params> = {} extends Params ? [params?: Params] : [params: Params];

/** The functions of {@link call}. */
export type InlineCalls = {
  readonly [Name in keyof Methods]: (...params: Arguments<MethodMap[Name]["params"]>) => InlineCall<Name>;
};

const returnedCall = (method: MethodName, params: unknown): object => {
  let received: string | undefined;
  try {
    // The name last as well: no field of the parameters decides which method is called.
    if (typeof params === "object" && !Array.isArray(params) && !isForm(params)) return Object.assign({ method }, params, { method });
  } catch {
    received = "an object that throws";
  }
  throw new ValidationError(method, "", "an object of parameters", received ?? describe(params));
};

/**
 * Makes the call that a handler returns, without sending it.
 *
 * ```ts
 * createWebhookHandler(options, ({ message }) => {
 *   if (message?.text) return call.sendMessage({ chat_id: message.chat.id, text: message.text });
 * });
 * ```
 *
 * The result is a plain object, `{ method: "sendMessage", … }`. TypeScript refuses a misspelt parameter, and helpers
 * that return a call need neither `as const` nor a type. A method that the specification does not know is returned as
 * such an object.
 *
 * Each function throws a {@link ValidationError} if its parameters are given and no object. What is in the object is checked
 * when the handler has returned.
 */
export const call: InlineCalls = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ Object.fromEntries(
    /* @__PURE__ */ METHOD_NAMES.map((method) => [method, (params: unknown = {}) => returnedCall(method, params)]),
  ),
) as never;
