// The expected result of the conversation with the emulator, in every runtime.
import assert from "node:assert/strict";
import { test } from "node:test";

/** Registers the test of a runtime. `run()` runs the conversation there and returns its result. */
export function converses(place, run) {
  test(`${place}: a conversation with the emulator, polled and by webhook`, async () => {
    assert.deepEqual(await run({}), {
      hello: ["hello", "bold"],
      pressed: ["done", "edited"],
      photo: ["a photo", 512],
      echoed: "content",
      chosen: ["found cats", "chosen 1"],
      paid: [350, "paid 350"],
      game: true,
      byWebhook: ["echo é", "inline", true],
      refused: ["api", "Bad Request: chat not found"],
      restored: [true, true],
    });
  });
}
