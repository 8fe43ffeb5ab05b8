// The tests of every runtime: registers one for each step, which `run` carries out in that runtime.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pending } from "../support/deliveries.mjs";
import { recorded } from "../support/recorded.mjs";
import { failure, ok, refused, TOKEN } from "../support/recorder.mjs";
import { pattern, steps } from "./steps.mjs";

const MEBIBYTE = 1 << 20;
const TOO_MANY = failure(429, "Too Many Requests: retry after 73414", { retry_after: 73_414 });

/** Resolves when the call that is never answered has arrived, and its resolver. */
let silence;
let beginSilence;

/** How the recorder answers the steps. */
function script({ name, path, params }) {
  if (path === "/silence") return silence.then(() => ok());
  if (path.startsWith("/file/")) return { headers: { "content-type": "application/octet-stream" }, body: pattern(3 * MEBIBYTE) };
  if (name === "getFile") return ok({ file_id: "file-1", file_size: 3 * MEBIBYTE, file_path: "documents/ä b.bin" });
  if (name === "getUpdates") {
    const from = Number(params.offset ?? 1);
    return ok(
      [from, from + 1].map((update_id) => ({ update_id, message: { message_id: 1, date: 1, chat: { id: 1, type: "private" } } })),
    );
  }
  if (params.text === "silent") {
    beginSilence();
    return { silent: true };
  }
  if (params.text === "429") return TOO_MANY;
  if (params.text === "502") return { status: 502, headers: { "content-type": "text/html" }, body: "<html><h1>Bad Gateway</h1>" };
  if (params.text === "302") return { status: 302, headers: { location: "/elsewhere" }, body: "" };
  return ok({ message_id: 1, from: { id: 2 ** 52 - 1 } });
}

const CHECKS = {
  call({ result }, { only }) {
    assert.deepEqual(result, { message_id: 1, from: { id: 2 ** 52 - 1 } });
    assert.equal(only.params.text, "héllo 👩‍👩‍👧 & co");
    assert.equal(Number(only.params.chat_id), 2 ** 52 - 1);
  },
  upload({ result }, { only }) {
    assert.equal(result?.message_id, 1);
    assert.equal(only.encoding, "multipart");
    assert.equal(only.params.caption, "5 MB");
    const { name, type, bytes } = only.params.document;
    assert.deepEqual({ name, type, size: bytes.length }, { name: "fünf.bin", type: "application/x-test", size: 5 * MEBIBYTE });
    assert.equal(Buffer.compare(bytes, pattern(5 * MEBIBYTE)), 0);
  },
  uploadOfStream({ result }, { only }) {
    assert.equal(result?.message_id, 1);
    assert.equal(only.params.document.name, "stream.bin");
    assert.equal(Buffer.compare(only.params.document.bytes, pattern(5 * MEBIBYTE)), 0);
  },
  uploadProgress(uploads, { requests }) {
    assert.equal(requests.length, 3);
    for (const [index, { message_id, calls, isThrottled }] of uploads.entries()) {
      const { headers, raw, params } = requests[index];
      assert.equal(message_id, 1);
      assert.equal(headers["content-length"], `${raw.length}`);
      assert.equal(headers["transfer-encoding"], undefined);
      assert.ok(params.video.bytes.equals(index < 2 ? pattern(3 * MEBIBYTE + 5) : Buffer.alloc(7)));
      assert.ok(calls.length > 0 && calls.every(([sent, total], at) => total === raw.length && sent >= (calls[at - 1]?.[0] ?? 0)));
      assert.equal(calls.at(-1)[0], raw.length);
      assert.ok(isThrottled || index === 2 || calls.length > 10, "more than the end of it");
    }
  },
  form({ faults, result }, { only }) {
    assert.deepEqual(faults, []);
    assert.equal(result?.message_id, 1);
    const { document, ...texts } = only.params;
    assert.deepEqual(texts, { chat_id: "7", caption: "5", disable_notification: "true" });
    assert.deepEqual([document.name, document.type, document.bytes.equals(pattern(1000))], ["förm.bin", "application/x-test", true]);
  },
  printing(texts, { baseUrl }) {
    assert.equal(texts.length, 4);
    assert.ok(texts[0].includes(baseUrl));
  },
  fault({ error }, { requests }) {
    assert.deepEqual([error.isError, error.kind, error.path], [true, "validation", "reply_markup.inline_keyboard[0][0]"]);
    assert.equal(requests.length, 0);
  },
  async abort({ error }, { requests }) {
    assert.deepEqual([error.isError, error.kind, error.method], [true, "aborted", "sendMessage"]);
    const call = requests.find(({ name }) => name === "sendMessage");
    assert.equal(await call.gone(), true, "the connection is given up");
  },
  abortedBefore({ error }, { requests }) {
    assert.deepEqual([error.isError, error.kind], [true, "aborted"]);
    assert.equal(requests.length, 0);
  },
  async timeout({ error }, { requests }) {
    assert.deepEqual([error.isError, error.kind, error.method], [true, "timeout", "sendMessage"]);
    // On a slow machine the time is up before the call has arrived.
    for (const call of requests) assert.equal(await call.gone(), true, "the connection is given up");
  },
  refused({ error }) {
    assert.deepEqual([error.isError, error.kind, error.method], [true, "network", "getMe"]);
  },
  tooMany({ error }, { only }) {
    assert.deepEqual([error.isError, error.kind, error.error_code], [true, "api", 429]);
    assert.deepEqual(error.parameters, { retry_after: 73_414 });
    assert.equal(only.name, "sendMessage");
  },
  page({ error }, { only }) {
    assert.deepEqual([error.isError, error.kind, error.status, only.name], [true, "http", 502, "sendMessage"]);
    assert.match(error.message, /Bad Gateway/);
  },
  redirect({ error }, { only }) {
    assert.deepEqual([error.isError, error.kind, only.name], [true, "http", "sendMessage"], "it would hand the token on");
    // Browsers hide the status of a redirect that is not followed.
    assert.ok([302, 0].includes(error.status), `${error.status}`);
  },
  guards(answers) {
    const names = ["isValidationError", "isApiError", "isHttpError", "isNetworkError", "isTimeoutError", "isAbortedError"];
    assert.deepEqual(answers, Object.fromEntries(names.map((name) => [name, name])));
  },
  fetchIsFree: ({ result }) => assert.equal(result?.message_id, 1),
  download({ size, same, last, url }) {
    assert.deepEqual([size, same, last], [3 * MEBIBYTE, true, [3 * MEBIBYTE, 3 * MEBIBYTE]]);
    assert.equal(url, "");
  },
  updates(ids, { requests }) {
    assert.deepEqual(ids, [1, 2, 3]);
    assert.deepEqual(requests.map(({ params }) => Number(params.offset ?? 0)), [0, 3, 4]);
  },
  webhook: (response) => {
    assert.deepEqual([response.status, response.wrong], [200, 405]);
    assert.match(response.type, /^application\/json/);
    assert.deepEqual(response.body, { method: "sendMessage", chat_id: 2 ** 52 - 1, text: "é" });
  },
};

export const { service } = await recorded(script);
/** What the steps need to know. */
export const at = { baseUrl: service.baseUrl, refused: await refused(), token: TOKEN };

/** Registers the tests. `run(step)` returns the step's result. */
export function holds(runtime, run) {
  assert.deepEqual(Object.keys(CHECKS), Object.keys(steps));
  for (const step of Object.keys(steps)) {
    test(`${runtime}: ${step}`, async () => {
      service.clear();
      [silence, beginSilence] = pending();
      const result = await run(step);
      try {
        await CHECKS[step](result, service);
      } catch (error) {
        error.message += `\nThe step returned ${JSON.stringify(result)?.slice(0, 2_000)}`;
        throw error;
      }
      assert.ok(!JSON.stringify(result).includes("AAHdqTcvCH1vGWJxf"), "the result does not contain the token");
    });
  }
}
