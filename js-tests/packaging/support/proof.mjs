// The test of every case: runs it with a service on loopback, and checks the requests that arrived.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { failure, ok, record, TOKEN } from "../../support/recorder.mjs";

const REFUSAL = failure(403, "Forbidden: bot was blocked by the user");

/** Answers the calls of the scenario. */
function script({ name, params }) {
  if (params.text === "refuse") return REFUSAL;
  return ok({ message_id: name === "sendDocument" ? 2 : 1 });
}

/**
 * Registers the test of a place. `run({ baseUrl, token })` carries the scenario out there and returns its result.
 * `isChunked` says that the place's own `fetch` announces no length of an upload.
 */
export function holds(place, run, isChunked = false) {
  test(`${place}: call, upload, error, webhook`, async () => {
    const service = await record(script);
    try {
      assertHeld(await run({ baseUrl: service.baseUrl, token: TOKEN }), service.requests, isChunked);
    } finally {
      await service.close();
    }
  });
}

/** Registers the test of a place for a worker of Miniflare, which is stopped at the end. */
export function holdsIn(place, worker) {
  after(() => worker.dispose());
  holds(place, async (scenario) => {
    const response = await worker.dispatchFetch(`http://worker.invalid/?${new URLSearchParams(scenario)}`);
    assert.equal(response.status, 200, await response.clone().text());
    return response.json();
  });
}

function assertHeld(result, requests, isChunked) {
  assert.deepEqual(result, {
    called: { message_id: 1 },
    uploaded: { message_id: 2 },
    refused: { isError: true, error_code: 403, description: "Forbidden: bot was blocked by the user" },
    faulty: { path: "text", expected: "a String" },
    replied: [200, { method: "sendMessage", chat_id: 2 ** 40, text: "you said é" }, 404],
  });
  assert.deepEqual(requests.map(({ name }) => name), ["sendMessage", "sendDocument", "sendMessage"]);
  const [called, uploaded] = requests;
  assert.equal(called.params.text, "héllo");
  assert.equal(uploaded.encoding, "multipart");
  if (!isChunked) assert.equal(uploaded.headers["content-length"], `${uploaded.raw.length}`, "a service may refuse what comes in chunks");
  const { name, type, bytes } = uploaded.params.document;
  assert.deepEqual([name, type, bytes.length, bytes.every((byte, at) => byte === (at & 255))], ["päck.bin", "application/x-test", 70_000, true]);
}
