// Mutants that no test can catch, each with the reason. `line` is a line of the compiled JavaScript, `becomes` what mutants make of
// it: one or several; all of them if it is left out.

export const SURVIVORS = [
  {
    file: "request/body-stream.js",
    line: 'return process?.release?.name === "node" && !Deno;',
    reason: "Asked by bundles for other runtimes, which run in the tests of packaging/.",
  },
  {
    file: "request/extract-files.js",
    line: 'if (field === void 0 || field === null || hasMethod && key === "method") continue;',
    becomes: 'if (field === void 0 || field === null || hasMethod && key === "") continue;',
    reason: "The name of the method is copied again, at the same place.",
  },
  {
    file: "request/extract-files.js",
    line: 'const walk = { files: [], ancestors: [], left: MAX_VALUES, isInline, prefix: "" };',
    becomes: 'const walk = { files: [], ancestors: [], left: MAX_VALUES, isInline, prefix: "Stryker was here!" };',
    reason: "Only a text that begins with it would be taken for a file.",
  },
  {
    file: "request/files.js",
    line: "let size = -1;",
    becomes: "let size = +1;",
    reason: "A size that is not known yet is within all limits, as one byte is.",
  },
  {
    file: "request/form-params.js",
    line: 'for (let skip = 0, fault; fault = check(methodIndex(method), JSON.stringify(texts), "", [], false, skip); ) {',
    becomes: [
      'for (let skip = 0, fault; fault = check(methodIndex(method), JSON.stringify(texts), "Stryker was here!", [], false, skip); ) {',
      'for (let skip = 0, fault; fault = check(methodIndex(method), JSON.stringify(texts), "", ["Stryker was here"], false, skip); ) {',
    ],
    reason: "There are no files among the texts: neither their prefix nor their sizes are read.",
  },
  {
    file: "request/form-params.js",
    line: 'const [name = "", index] = path.split(/[[\\]]/);',
    becomes: 'const [name = "Stryker was here!", index] = path.split(/[[\\]]/);',
    reason: "The compiler asks for the default; a split text has a first part.",
  },
  {
    file: "request/form-params.js",
    line: 'if (/^(a B|true)/.test(expected)) return value === "on" || value === 1 || value !== 0 && value;',
    becomes: 'if (/(a B|true)/.test(expected)) return value === "on" || value === 1 || value !== 0 && value;',
    reason: "No other sentence of the check has these letters.",
  },
  {
    file: "request/multipart.js",
    line: "const stream = mayStream && runtime.stream?.(onUploadProgress ? countedParts(parts, length, onUploadProgress) : parts, length);",
    becomes: "const stream = mayStream && runtime.stream(onUploadProgress ? countedParts(parts, length, onUploadProgress) : parts, length);",
    reason: "Node has streams. The runtimes without them run in the tests of packaging/.",
  },
  {
    file: "transport/envelope.js",
    line: "if (!body?.getReader || ok && isBounded(response, maxBytes)) {",
    becomes: "if (!body?.getReader || false) {",
    reason: "A body that cannot be too long is read at once for speed only.",
  },
  {
    file: "transport/timeout.js",
    line: '}), "no timeout").catch((error) => {',
    becomes: ['}), "").catch((error) => {', '}), "no timeout").catch((error) => {});'],
    reason: "The text is of an error that cannot come; after an abort the next attempt rejects in the same way before it sends.",
  },
  {
    file: "transport/timeout.js",
    line: "if (!isTimeoutError(error)) throw error;",
    becomes: "if (false) throw error;",
    reason: "After an abort the next attempt rejects in the same way before it sends.",
  },
  {
    file: "transport/timeout.js",
    line: 'if (onAbort) signal?.removeEventListener("abort", onAbort);',
    becomes: ['if (true) signal?.removeEventListener("abort", onAbort);', 'if (onAbort) signal.removeEventListener("abort", onAbort);'],
    reason: "Nothing is removed where nothing was added, and a listener was added to a signal.",
  },
  {
    file: "transport/xhr-fetch.js",
    line: 'request.onloadend = () => signal?.removeEventListener("abort", abort);',
    becomes: 'request.onloadend = () => signal?.removeEventListener("", abort);',
    reason: "A request that has ended takes no notice of abort().",
  },
  {
    file: "updates/chat-queue.js",
    line: 'const NONE = "none";',
    becomes: 'const NONE = "";',
    reason: "A key of a Map whose other keys are numbers.",
  },
  {
    file: "updates/dispatch.js",
    line: "let store = false;",
    becomes: "let store = true;",
    reason: "Where no store was assigned nothing was claimed either, so the store is not read.",
  },
  {
    file: "updates/dispatch.js",
    line: 'each.state = "done";',
    becomes: 'each.state = "";',
    reason: "A shortcut: a response that is there already is waited for in some turns of the microtask queue, without a timer.",
  },
  {
    file: "updates/dispatch.js",
    line: "if (each.timer !== void 0) clearTimeout(each.timer);",
    becomes: "if (true) clearTimeout(each.timer);",
    reason: "Spares most updates a call of the runtime: clearing no timer does nothing.",
  },
  {
    file: "updates/dispatch.js",
    line: 'if (!isLate(each)) each.state = "answered";',
    becomes: 'if (!isLate(each)) each.state = "";',
    reason: "Nothing asks for this state by its name, only whether it is one of the others.",
  },
  {
    file: "updates/poll.js",
    line: "if (starting !== void 0) await starting;",
    becomes: ["if (true) await starting;", "if (false) await starting;", "if (starting === void 0) await starting;"],
    reason: "The entry of Node starts the engine at once: no promise to wait for. Another entry runs in poll-many.test.mjs, too long for mutants.",
  },
  {
    file: "updates/poll.js",
    line: 'validateParams(core, "getUpdates", extractFiles("getUpdates", parameters, false), core.settings.checkLimits);',
    becomes: [
      'validateParams(core, "getUpdates", extractFiles("", parameters, false), core.settings.checkLimits);',
      'validateParams(core, "getUpdates", extractFiles("getUpdates", parameters, true), core.settings.checkLimits);',
    ],
    reason: "The parameters are always an object without a method: the name is not read, and a method that is undefined is not in the JSON.",
  },
  {
    file: "updates/poll.js",
    line: "const FAILED = { ok: false };",
    becomes: "const FAILED = {};",
    reason: "An outcome is only asked whether it is ok.",
  },
  {
    file: "updates/poll.js",
    line: 'resolved: (returned) => hasRun && retriesLeft === 0 || returned === "handled" || returned?.ok === true ? HANDLED : void 0,',
    becomes: 'resolved: (returned) => hasRun && retriesLeft === 0 || returned === "handled" || returned.ok === true ? HANDLED : void 0,',
    reason: "What it throws for undefined is caught, which has the same outcome.",
  },
  {
    file: "updates/poll.js",
    line: "} catch {",
    becomes: "} catch {}",
    reason: "A function that ends without a return gives undefined too.",
  },
  {
    file: "updates/receiver.js",
    line: "if (this.#settings.signal?.aborted) return false;",
    becomes: "if (this.#settings.signal?.aborted) return true;",
    reason: "After the signal the polling ends, and does not read what is returned.",
  },
  {
    file: "updates/receiver.js",
    line: "const checkLimits = Number(offset) > MAX_CHECKED_OFFSET ? false : void 0;",
    becomes: "const checkLimits = Number(offset) >= MAX_CHECKED_OFFSET ? false : void 0;",
    reason: "The greatest offset that is checked is valid, and the first call, without an offset, has checked the other parameters.",
  },
];
