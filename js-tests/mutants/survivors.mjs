// Mutants that no test can catch, each with the reason. `line` is a line of the compiled JavaScript, `becomes` its
// mutants, one or several; without it, all mutants of the line.

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
    file: "request/files.js",
    line: "let size = -1;",
    becomes: "let size = +1;",
    reason: "A size that is not known yet is within all limits, as one byte is.",
  },
  {
    file: "transport/timeout.js",
    line: '}), "").catch((error) => {',
    becomes: '}), "").catch((error) => {});',
    reason: "After an abort the next attempt rejects in the same way before it sends.",
  },
  {
    file: "transport/timeout.js",
    line: "if (!isTimeoutError(error)) throw error;",
    becomes: "if (false) throw error;",
    reason: "After an abort the next attempt rejects in the same way before it sends.",
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
    file: "updates/poll.js",
    line: 'validateParams(core, "getUpdates", extractFiles("getUpdates", parameters, false), core.settings.checkLimits);',
    becomes: [
      'validateParams(core, "getUpdates", extractFiles("", parameters, false), core.settings.checkLimits);',
      'validateParams(core, "getUpdates", extractFiles("getUpdates", parameters, true), core.settings.checkLimits);',
    ],
    reason: "The parameters are always an object without a method: the name is not read, and a method that is undefined is not in the JSON.",
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
