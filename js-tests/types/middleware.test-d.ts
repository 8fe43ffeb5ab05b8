// Middleware: the call by its method, and the argument of `next`.
import { Bot, createWebhookHandler, defaults, poll, throttle } from "botwire";
import type { Middleware, OutgoingCall, SendMessageParams } from "botwire";
import type { Assert, Same } from "./expect.js";

declare const baseUrl: string, token: string;

const narrowed: Middleware = async (call, next) => {
  if (call.method === "sendMessage") {
    type Params = Assert<Same<typeof call.params, SendMessageParams>>;
    return next({ ...call, params: { ...call.params, parse_mode: "HTML" } });
  }
  // @ts-expect-error Not of every method.
  call.params.text;
  // @ts-expect-error No method of the service.
  if (call.method === "sendmessage") return undefined;
  call.options.signal?.aborted satisfies boolean | undefined;
  call.origin satisfies "call" | "returned" | "answer";
  return next({ ...call, options: { ...call.options, timeoutMs: 5 } });
};
/** As a program may write it, with the same type for `next`. */
const named = async (call: OutgoingCall, next: (call: OutgoingCall) => Promise<unknown>): Promise<unknown> => {
  // @ts-expect-error Not a call.
  await next({ method: "sendMessage" });
  return next(call);
};
const any: Middleware = (call, next) => next({ ...call, params: { ...call.params, new_parameter: 5 } });

const bot = new Bot({ baseUrl, token, use: [narrowed, named, any] });
createWebhookHandler({ baseUrl, token, path: "/a", use: [narrowed] }, () => {});
createWebhookHandler({ bot, path: "/a", use: [narrowed] }, () => {});
poll(bot, () => {}, { use: [narrowed] });
// @ts-expect-error A function.
new Bot({ baseUrl, token, use: narrowed });
// @ts-expect-error It gives a promise.
new Bot({ baseUrl, token, use: [() => 5] });

new Bot({ baseUrl, token, use: [throttle({ perSecond: 30, perChat: 1, perGroup: 20 / 60, burst: 3 }), defaults({ parse_mode: "HTML" })] });
// @ts-expect-error No such limit.
throttle({ perMinute: 20 });
// @ts-expect-error No such mode.
defaults({ parse_mode: "BBCode" });
// @ts-expect-error Not one of these parameters.
defaults({ text: "a" });

// The parameters of an edit have their types.
const targets: Middleware = (call, next) => {
  if (call.method === "editMessageText") {
    call.params.message_id satisfies number | undefined;
    call.params.inline_message_id satisfies string | undefined;
    if (call.params.inline_message_id === undefined) call.params.chat_id satisfies number | string;
  }
  if (call.method === "setGameScore") call.params.chat_id satisfies number | undefined;
  return next(call);
};
new Bot({ baseUrl, token, use: [targets] });
