// The API of the package, the same from every entry.
export { Bot } from "./bot.js";
export { download, type DownloadOptions, type DownloadSource } from "./download.js";
export type { Encoding } from "./engine/configure.js";
export { init } from "./engine/start.js";
export {
  AbortedError,
  ApiError,
  BotwireError,
  EngineError,
  type ErrorKind,
  HttpError,
  NetworkError,
  StoreError,
  TimeoutError,
  ValidationError,
} from "./errors/errors.js";
export {
  isAbortedError,
  isApiError,
  isBotwireError,
  isEngineError,
  isHttpError,
  isNetworkError,
  isStoreError,
  isTimeoutError,
  isTransientError,
  isValidationError,
} from "./errors/guards.js";
export type { FileData, InputFile, NamedFile } from "./request/files.js";
export { unchecked } from "./request/unchecked.js";
export type { FormLike } from "./request/form-params.js";
export { broadcast, type BroadcastOptions, type BroadcastResult } from "./broadcast/broadcast.js";
export { byAdmins } from "./handlers/by-admins.js";
export { type CallbackData, callbackData, type DataField, type DataOf, pressed, type PressedOptions } from "./handlers/callback-data.js";
export { type AnsweredOptions, type CallbackRoute, callbackRoutes } from "./handlers/callback-routes.js";
export { type CommandRoute, type CommandRoutes, commands, type DescribedCommand, helpOf } from "./handlers/commands.js";
export { inChannels, inGroups, inPrivate, when } from "./handlers/filters.js";
export { hears, type HeardFields } from "./handlers/hears.js";
export { ignoreOlderThan, usersLimit, type UsersLimitOptions } from "./handlers/limits.js";
export { me } from "./handlers/me.js";
export { first } from "./handlers/first.js";
export { type Command, commandOf } from "./handlers/command.js";
export { chatIdOf, userIdOf } from "./updates/origin.js";
export { quote, reply, replyWith, type ReplyMethod, type ReplySource } from "./handlers/reply.js";
export { call } from "./handlers/returned-calls.js";
export { targetOf } from "./handlers/target.js";
export { type DefaultParameters, defaults } from "./middleware/defaults.js";
export { throttle, type ThrottleOptions } from "./middleware/throttle.js";
export { button, forceReply, inlineKeyboard, removeKeyboard, replyKeyboard } from "./keyboards.js";
export * from "./methods.js";
export type { FetchInit, FetchLike, PlatformRequest, PlatformResponse, RequestLike, ResponseLike } from "./platform.js";
export type { BotOptions } from "./options/bot-options.js";
export type { Middleware, OutgoingCall } from "./options/middleware.js";
export type { AgentLike, Certificate, NodeOptions } from "./options/node-options.js";
export type { CallOptions, RetryOptions } from "./options/call-options.js";
export { entityText, type EntityWithText, messageEntities } from "./text/entities.js";
export { html, type HtmlText } from "./text/html.js";
export { markdown, type MarkdownText } from "./text/markdown.js";
export type { Markup } from "./text/markup.js";
export { stream, type StreamContext, type StreamOptions } from "./handlers/stream.js";
export { split, type SplitOptions } from "./text/split.js";
export type * from "./types.js";
export type { Claimed, ClaimStore, Commit, SessionChange, SessionStorage, SessionStore } from "./updates/claims.js";
export type { SessionContext } from "./updates/session-context.js";
export { type SessionKey, sessions, type SessionsOptions } from "./handlers/sessions.js";
export { gather, gathered, type GatherOptions } from "./handlers/gather.js";
export { inOrder, type InOrderOptions, type OrderKey } from "./handlers/in-order.js";
export type { Clock } from "./clock.js";
export { memoryStore } from "./stores/memory.js";
export type { BotEnv, BotExtra, BotSession, BotTypes } from "./updates/bot-types.js";
export { pass } from "./updates/pass.js";
export type { AnswerCall, BotContext, Failure, HandlerResult, HandlerReturn, Pass, UpdateContext, UpdateHandler } from "./updates/context.js";
export { createWebhookHandler, type WebhookHandler } from "./webhook/handler.js";
export { updates, type UpdatesOptions } from "./updates/iterator.js";
export { poll } from "./updates/poll.js";
export type { PollErrorContext, PollOptions } from "./updates/poll-options.js";
export { type ContentHandlers, type MessageContent, type MessageWith, on, type UpdateHandlers } from "./updates/on.js";
export type { WebhookContext, WebhookErrorContext, WebhookOptions, WebhookRejection } from "./webhook/options.js";
export { registerWebhook, type RegisterWebhookOptions, type WebhookRegistration } from "./webhook/register.js";
export { xhrFetch } from "./transport/xhr-fetch.js";
export { validate, type ValidateOptions } from "./validate.js";
