// The tests of uploads in a runtime: progress is reported, and the bytes and the length are the same as without it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ok, record, TOKEN } from "../../support/recorder.mjs";

/** Registers the test of a runtime. `run({ baseUrl, token })` runs `shared/uploads.mjs` there and returns its output. */
export function uploads(place, run) {
  test(`${place}: the progress of uploads, and a form`, async () => {
    const service = await record(ok({ message_id: 2 }));
    try {
      const reported = await run({ baseUrl: service.baseUrl, token: TOKEN });
      assert.equal(service.requests.length, 4);
      for (const [index, { headers, raw, params }] of service.requests.entries()) {
        assert.equal(headers["content-length"], `${raw.length}`);
        assert.equal(headers["transfer-encoding"], undefined);
        const { bytes } = params.document;
        assert.equal(bytes.length, index === 2 ? 3 : 700_001);
        assert.ok(index === 2 || bytes.every((byte, at) => byte === (at & 255)));
        if (index === 3) break;
        const { message_id, calls } = reported[index];
        assert.equal(message_id, 2);
        assert.ok(calls.every(([sent, total], at) => total === raw.length && sent > (calls[at - 1]?.[0] ?? 0)), `${calls}`);
        assert.equal(calls.at(-1)[0], raw.length);
        assert.ok(index === 2 || calls.length > 10);
      }
      const { document, ...texts } = service.requests[3].params;
      assert.deepEqual([document.name, texts], ["förm.bin", { chat_id: "7", caption: "5", disable_notification: "true" }]);
    } finally {
      await service.close();
    }
  });
}
