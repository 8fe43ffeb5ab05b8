// The steps for every runtime. They use only the package and APIs that all runtimes have, and return plain data.

const MEBIBYTE = 1 << 20;

/** Bytes that reveal losses, duplicates and changes of order. */
export function pattern(size) {
  const bytes = new Uint8Array(size);
  for (let index = 0; index < size; index++) bytes[index] = (index * 31 + (index >> 8)) & 255;
  return bytes;
}

/** Returns the result; for an error, its fields and everything that printing it could show. */
const resultOrError = async (promise) => {
  try {
    return { result: await promise };
  } catch (error) {
    const { name, kind, method, path, status, error_code, parameters, message } = error;
    const printed = [];
    for (let cause = error; cause; cause = cause.cause) printed.push(String(cause), cause.stack, JSON.stringify(cause), ...own(cause));
    const isError = error instanceof Error;
    return { error: { isError, name, kind, method, path, status, error_code, parameters, message, printed } };
  }
};

const own = (value) => Reflect.ownKeys(value).map((key) => `${String(key)}: ${String(value[key])}`);

export const steps = {
  async call({ Bot }, { baseUrl, token }) {
    const bot = new Bot({ baseUrl, token });
    return resultOrError(
      bot.sendMessage({
        chat_id: 2 ** 52 - 1,
        text: "héllo 👩‍👩‍👧 & co",
        reply_markup: { inline_keyboard: [[{ text: "a", callback_data: "b" }]] },
      }),
    );
  },

  async upload({ Bot }, { baseUrl, token }) {
    const bot = new Bot({ baseUrl, token });
    const document = new Blob([pattern(5 * MEBIBYTE)], { type: "application/x-test" });
    return resultOrError(bot.sendDocument({ chat_id: 1, document: { data: document, name: "fünf.bin" }, caption: "5 MB" }));
  },

  async uploadOfStream({ Bot }, { baseUrl, token }) {
    const bot = new Bot({ baseUrl, token });
    const bytes = pattern(5 * MEBIBYTE);
    let at = 0;
    const data = new ReadableStream({
      pull(controller) {
        if (at >= bytes.length) return controller.close();
        controller.enqueue(bytes.subarray(at, (at += MEBIBYTE)));
      },
    });
    return resultOrError(bot.sendDocument({ chat_id: 1, document: { data, name: "stream.bin" } }));
  },

  async uploadProgress({ Bot, xhrFetch }, { baseUrl, token }) {
    const bot = new Bot({ baseUrl, token });
    const bytes = pattern(3 * MEBIBYTE + 5);
    const uploads = [];
    for (const document of [bytes, new Blob([bytes]), new Uint8Array(7)]) {
      const calls = [];
      const onUploadProgress = (sent, total) => calls.push([sent, total]);
      // In pages, only XMLHttpRequest reports progress.
      const fetch = globalThis.XMLHttpRequest && xhrFetch;
      const { message_id } = await bot.sendVideo({ chat_id: 1, video: document, caption: "é" }, { onUploadProgress, fetch });
      uploads.push({ message_id, calls, isThrottled: fetch !== undefined });
    }
    return uploads;
  },

  async form({ Bot, validate }, { baseUrl, token }) {
    const form = new FormData();
    for (const [name, value] of Object.entries({ chat_id: "7", caption: "5", disable_notification: "on", parse_mode: "" })) form.append(name, value);
    form.append("document", new Blob([pattern(1000)], { type: "application/x-test" }), "förm.bin");
    form.append("thumb", new Blob([]), "");
    const faults = validate("sendDocument", form).map(({ message }) => message);
    return { faults, ...(await resultOrError(new Bot({ baseUrl, token }).sendDocument(form))) };
  },

  async printing({ Bot, createWebhookHandler, updates }, { baseUrl, token }) {
    const bot = new Bot({ baseUrl, token });
    const all = [bot, bot.sendMessage, updates(bot), createWebhookHandler({ baseUrl, token, path: "/hook" }, () => {})];
    return all.map((value) => [String(value), JSON.stringify(value) ?? "", ...own(value)].join());
  },

  async fault({ Bot }, { baseUrl, token }) {
    return resultOrError(
      new Bot({ baseUrl, token }).sendMessage({ chat_id: 1, text: "a", reply_markup: { inline_keyboard: [[{ text: "a" }]] } }),
    );
  },

  async abort({ Bot }, { baseUrl, token }) {
    const bot = new Bot({ baseUrl, token });
    const stop = new AbortController();
    const call = resultOrError(bot.sendMessage({ chat_id: 1, text: "silent" }, { signal: stop.signal }));
    // Answered once the call is there.
    await fetch(`${baseUrl}/silence`);
    stop.abort();
    return call;
  },

  async abortedBefore({ Bot }, { baseUrl, token }) {
    const bot = new Bot({ baseUrl, token });
    return resultOrError(bot.sendMessage({ chat_id: 1, text: "never" }, { signal: AbortSignal.abort("not an Error") }));
  },

  async timeout({ Bot }, { baseUrl, token }) {
    return resultOrError(new Bot({ baseUrl, token, timeoutMs: 150 }).sendMessage({ chat_id: 1, text: "silent" }));
  },

  async refused({ Bot }, { refused, token }) {
    return resultOrError(new Bot({ baseUrl: refused, token }).getMe());
  },

  async tooMany({ Bot }, { baseUrl, token }) {
    return resultOrError(new Bot({ baseUrl, token }).sendMessage({ chat_id: 1, text: "429" }));
  },

  async page({ Bot }, { baseUrl, token }) {
    return resultOrError(new Bot({ baseUrl, token }).sendMessage({ chat_id: 1, text: "502" }));
  },

  async redirect({ Bot }, { baseUrl, token }) {
    return resultOrError(new Bot({ baseUrl, token }).sendMessage({ chat_id: 1, text: "302" }));
  },

  async guards(botwire, { baseUrl, token, refused }) {
    const { Bot } = botwire;
    const bot = new Bot({ baseUrl, token });
    const failing = [
      ["isValidationError", () => bot.call("sendMessage", { chat_id: 1 })],
      ["isApiError", () => bot.sendMessage({ chat_id: 1, text: "429" })],
      ["isHttpError", () => bot.sendMessage({ chat_id: 1, text: "502" })],
      ["isNetworkError", () => new Bot({ baseUrl: refused, token }).getMe()],
      ["isTimeoutError", () => bot.sendMessage({ chat_id: 1, text: "silent" }, { timeoutMs: 150 })],
      ["isAbortedError", () => bot.getMe({}, { signal: AbortSignal.abort() })],
    ];
    const answers = {};
    for (const [guard, fail] of failing) {
      const error = await fail().catch((caught) => caught);
      answers[guard] = failing.map(([name]) => name).filter((name) => botwire[name](error)).join();
    }
    return answers;
  },

  async fetchIsFree({ Bot }, { baseUrl, token }) {
    // A stored method that is called as a method of something else throws in workerd and in browsers.
    const bot = new Bot({ baseUrl, token, fetch: globalThis.fetch });
    return resultOrError(bot.sendMessage({ chat_id: 1, text: "a" }));
  },

  async download({ Bot, download }, { baseUrl, token }) {
    const seen = [];
    const response = await download(new Bot({ baseUrl, token }), "file-1", {
      onProgress: (received, total) => seen.push([received, total]),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return {
      size: bytes.length,
      same: bytes.every((byte, index) => byte === ((index * 31 + (index >> 8)) & 255)),
      last: seen.at(-1),
      url: response.url,
    };
  },

  async updates({ Bot, updates }, { baseUrl, token }) {
    const ids = [];
    const stop = new AbortController();
    for await (const update of updates(new Bot({ baseUrl, token }), { signal: stop.signal, timeout: 0 })) {
      ids.push(update.update_id);
      if (ids.length === 3) stop.abort();
    }
    return ids;
  },

  async webhook({ createWebhookHandler }, { baseUrl, token }) {
    const handle = createWebhookHandler({ baseUrl, token, path: "/hook" }, (update) => ({
      method: "sendMessage",
      chat_id: update.message.chat.id,
      text: "é",
    }));
    const update = { update_id: 1, message: { message_id: 1, date: 1, chat: { id: 2 ** 52 - 1, type: "private" }, text: "a" } };
    const response = await handle(
      new Request("https://bot.example/hook", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(update),
      }),
    );
    const wrong = await handle(new Request("https://bot.example/hook"));
    return {
      status: response.status,
      type: response.headers.get("content-type"),
      body: await response.json(),
      wrong: wrong.status,
    };
  },
};
