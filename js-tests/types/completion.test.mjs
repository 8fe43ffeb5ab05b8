// The completions of an editor: between the braces of `import { } from "botwire"` no helper types, and the names of
// options and parameters between theirs. Also the errors for misspelled names.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import ts from "typescript-6";

const inPackage = (name) => fileURLToPath(new URL(`../node_modules/botwire/${name}`, import.meta.url));
const PROGRAM = fileURLToPath(new URL("completion.mts", import.meta.url));
const TEXT = 'import {  } from "botwire";';
/** Options from the environment and an inline result, with a place for a name. */
const NAMES = `
  import { createWebhookHandler, type InlineQueryResult, type UpdateHandler } from "botwire";
  interface Env { TOKEN: string }
  createWebhookHandler((env: Env) => ({ baseUrl: "https://a.example", token: env.TOKEN, path: "/a", /*annotated*/ }), () => {});
  createWebhookHandler<Env>((env) => ({ baseUrl: "https://a.example", token: env.TOKEN, path: "/a", /*given*/ }), () => {});
  createWebhookHandler((env) => ({ baseUrl: "https://a.example", token: env.TOKEN, path: "/a", /*inferred*/ }), {} as UpdateHandler<Env>);
  const secrets: { baseUrl?: string; token?: string; path?: string } = {};
  const { baseUrl = "", token = "", path = "" } = secrets;
  createWebhookHandler({ ...{ baseUrl, token, path }, /*secrets*/ }, () => {});
  export const result: InlineQueryResult = { type: "audio", id: "1", audio_file_id: "a", /*cached*/ };
`;
const NAMED = fileURLToPath(new URL("names.mts", import.meta.url));

/** Exported names that are not types of the specification, each one because a program needs it. */
const ADDED = `
  Bot BotOptions CallOptions RetryOptions Encoding FormLike InputFile NamedFile FileData init METHOD_NAMES MethodName MethodMap Methods
  Middleware OutgoingCall throttle ThrottleOptions defaults DefaultParameters unchecked
  FetchLike FetchInit ResponseLike RequestLike PlatformRequest PlatformResponse xhrFetch
  BotwireError ApiError HttpError NetworkError TimeoutError AbortedError EngineError StoreError ValidationError ErrorKind
  isBotwireError isApiError isHttpError isNetworkError isTimeoutError isAbortedError isEngineError isStoreError isValidationError isTransientError
  download DownloadOptions DownloadSource updates UpdatesOptions poll PollOptions PollErrorContext
  broadcast BroadcastOptions BroadcastResult validate ValidateOptions
  createWebhookHandler WebhookHandler WebhookOptions WebhookContext WebhookErrorContext WebhookRejection
  registerWebhook RegisterWebhookOptions WebhookRegistration ClaimStore Claimed Commit SessionChange memoryStore gather gathered GatherOptions inOrder InOrderOptions OrderKey sessions SessionsOptions SessionContext SessionKey SessionStore SessionStorage Clock NodeOptions AgentLike Certificate
  on UpdateHandler UpdateHandlers ContentHandlers MessageContent MessageWith UpdateContext HandlerResult HandlerReturn Failure AnswerCall first pass Pass me
  BotTypes BotEnv BotSession BotExtra BotContext inPrivate inGroups inChannels when byAdmins hears HeardFields
  callbackData CallbackData DataField DataOf pressed PressedOptions ignoreOlderThan usersLimit UsersLimitOptions AnsweredOptions
  call InlineCall quote reply replyWith ReplyMethod ReplySource chatIdOf userIdOf targetOf commandOf Command commands CommandRoute CommandRoutes DescribedCommand helpOf callbackRoutes CallbackRoute
  button inlineKeyboard replyKeyboard removeKeyboard forceReply
  html HtmlText markdown MarkdownText Markup split stream SplitOptions StreamContext StreamOptions entityText messageEntities EntityWithText`.trim().split(/\s+/);

const files = new Map([[PROGRAM, TEXT], [NAMED, NAMES]]);
let version = 0;
const read = (file) => files.get(file) ?? ts.sys.readFile(file);
const options = { strict: true, module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, types: [] };
const service = ts.createLanguageService({
  ...ts.sys,
  useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
  getScriptFileNames: () => [...files.keys()],
  getScriptVersion: (file) => (file === NAMED ? `${version}` : "1"),
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

const OPTIONS = `
  agent allowHttp allowUnauthenticated atDeadline attempts bot ca check checkLimits claimSeconds clock deadlineMs encoding fetch followMigration httpMethod
  idleTimeoutMs leaseMs maxBodyBytes maxResponseBytes onError onReject onUploadProgress proxy rememberResponses replyEncoding retry returned secretHeader socketPath store timeoutMs use`.trim().split(/\s+/);

for (const place of ["annotated", "given", "inferred"]) {
  test(`options of a webhook from an environment that is ${place} are offered`, () => {
    const { entries } = service.getCompletionsAtPosition(NAMED, NAMES.indexOf(`/*${place}*/`), {});
    // A function may return a promise of options.
    const names = entries.map(({ name }) => name).filter((name) => !(name in Promise.prototype));
    assert.deepEqual(names.sort(), OPTIONS);
  });
}

test("a cached result is offered its own fields, and the one that it must not have", () => {
  const { entries } = service.getCompletionsAtPosition(NAMED, NAMES.indexOf("/*cached*/"), {});
  assert.deepEqual(entries.map(({ name }) => name).sort(), ["audio_url", "caption", "input_message_content", "parse_mode", "reply_markup"]);
});

/** TypeScript's errors for the program with a text in place of a comment. */
function errorsOf(place, text) {
  files.set(NAMED, NAMES.replace(`/*${place}*/`, text));
  version += 1;
  const errors = service.getSemanticDiagnostics(NAMED).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  files.set(NAMED, NAMES);
  version += 1;
  return errors;
}

test("the error of a misspelt option names it", () => {
  assert.deepEqual(errorsOf("annotated", ""), []);
  for (const place of ["annotated", "inferred"]) {
    const [error = "", ...others] = errorsOf(place, "deadLineMs: 5");
    assert.deepEqual(others, []);
    assert.match(error.split("\n").at(-1), /required in type 'NoSuchOption<"deadLineMs">'/);
  }
});

test("the error of an option with a wrong value is about that option, or about the secret path if nothing is secret", () => {
  assert.match(errorsOf("annotated", 'deadlineMs: "5"')[0].split("\n").at(-1), /'string' is not assignable to type 'number'/);
  assert.match(errorsOf("annotated", "path: undefined")[0], /path/);
});

test("the error of a secret that may be missing is about strings", () => {
  for (const name of ["baseUrl", "token", "path"]) {
    const [error = "", ...others] = errorsOf("secrets", `${name}: secrets.${name}`);
    assert.deepEqual(others, []);
    assert.match(error, /Type 'string \| undefined' is not assignable to type 'string'/);
    assert.doesNotMatch(error, /to type 'undefined'/);
  }
});

test("the error of a field of another kind of result names both", () => {
  assert.match(errorsOf("cached", 'title: "a"')[0], /'title' does not exist in type 'InlineQueryResultCachedAudio/);
});
