// What an editor offers between the braces of `import { } from "botwire"`: nothing that only helps to type something else.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import ts from "typescript-6";

const inPackage = (name) => fileURLToPath(new URL(`../node_modules/botwire/${name}`, import.meta.url));
const PROGRAM = fileURLToPath(new URL("completion.mts", import.meta.url));
const TEXT = 'import {  } from "botwire";';

/** Beside the types of the specification: what the package adds, each one because a program names it. */
const ADDED = `
  Bot BotOptions CallOptions RetryOptions Encoding FormLike InputFile NamedFile FileData init METHOD_NAMES MethodName MethodMap Methods
  FetchLike FetchInit ResponseLike RequestLike PlatformRequest PlatformResponse xhrFetch
  BotwireError ApiError HttpError NetworkError TimeoutError AbortedError ValidationError ErrorKind
  isBotwireError isApiError isHttpError isNetworkError isTimeoutError isAbortedError isValidationError isTransientError
  download DownloadOptions DownloadSource updates UpdatesOptions poll PollOptions PollErrorContext
  broadcast BroadcastOptions BroadcastResult validate ValidateOptions
  createWebhookHandler WebhookHandler WebhookOptions WebhookContext WebhookRejection
  registerWebhook RegisterWebhookOptions WebhookRegistration ClaimStore memoryStore
  on UpdateHandler UpdateHandlers UpdateContext HandlerResult AnswerCall
  call ReturnedCall InlineCall reply targetOf commandOf Command callbackRoutes CallbackRoute
  button inlineKeyboard replyKeyboard removeKeyboard forceReply
  html markdown Markup entityText messageEntities EntityWithText`.trim().split(/\s+/);

const files = new Map([[PROGRAM, TEXT]]);
const read = (file) => files.get(file) ?? ts.sys.readFile(file);
const options = { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, types: [] };
const service = ts.createLanguageService({
  ...ts.sys,
  useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
  getScriptFileNames: () => [PROGRAM],
  getScriptVersion: () => "1",
  getScriptSnapshot: (file) => (read(file) === undefined ? undefined : ts.ScriptSnapshot.fromString(read(file))),
  getCompilationSettings: () => options,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (file) => files.has(file) || ts.sys.fileExists(file),
  readFile: read,
});

/** The names that a declaration file of the package exports. */
const exportsOf = (name) => [...read(inPackage(name)).matchAll(/^export (?:declare )?(?:interface|type|const) (\w+)/gm)].map(([, found]) => found);

let offered;
before(() => {
  const { entries } = service.getCompletionsAtPosition(PROGRAM, TEXT.indexOf("{") + 2, {});
  offered = entries.map(({ name }) => name).filter((name) => name !== "type");
});

test("every name that the package adds is offered, and no other one", () => {
  const rendered = new Set([...exportsOf("types.d.ts"), ...exportsOf("methods.d.ts")]);
  const added = offered.filter((name) => !rendered.has(name));
  assert.deepEqual(added.sort(), ADDED.filter((name) => !rendered.has(name)).sort());
});

test("the types of the specification are", () => {
  for (const name of ["Update", "Message", "SendMessageParams", "InlineKeyboardMarkup"]) assert.ok(offered.includes(name), name);
});
