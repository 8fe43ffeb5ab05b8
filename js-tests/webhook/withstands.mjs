// What a server has to withstand: the table of hostile requests, on sockets, and after each of them a fit delivery.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { TOKEN } from "../support/recorder.mjs";
import { HOSTILE, exchange, update } from "./hostile.mjs";

const REPLY = { method: "sendMessage", chat_id: 7, text: "hi" };

/**
 * Registers the tests of a runtime. `start` gives `{ port, close }` of a server with `OPTIONS` that echoes messages.
 *
 * @param except - Names of those that the runtime does not give to a program as they are.
 */
export function withstands(runtime, start, except = []) {
  describe(runtime, () => {
    let server;
    before(async () => (server = await start()));
    after(() => server?.close());
    const fine = async () => {
      const { status, text } = await exchange(server.port);
      assert.equal(status, 200);
      assert.deepEqual(JSON.parse(/\{.*\}/.exec(text)[0]), REPLY);
    };

    test("a fit delivery is answered", fine);
    for (const [name, [status, request]] of Object.entries(HOSTILE)) {
      if (except.includes(name)) continue;
      test(`${name}: ${status}`, async () => {
        const answer = await exchange(server.port, request);
        assert.equal(answer.status, status);
        if (status === 405) assert.match(answer.headers, /^allow: post\r?$/m);
        assert.equal(answer.text.includes(TOKEN), false);
        await fine();
      });
    }
    test("broken off in the middle", async () => {
      for (let count = 0; count < 20; count++) await exchange(server.port, { body: update().padEnd(5000), breakOff: true });
      await fine();
    });
    test("a repeated delivery: 200, and nothing is answered", async () => {
      const body = update();
      assert.match((await exchange(server.port, { body })).text, /hi/);
      const again = await exchange(server.port, { body });
      assert.deepEqual([again.status, again.text.includes("hi")], [200, false]);
    });
    test("1,000 at once", async () => {
      const answers = await Promise.all(Array.from({ length: 1000 }, () => exchange(server.port)));
      assert.deepEqual([...new Set(answers.map(({ status, text }) => `${status} ${text.includes("hi")}`))], ["200 true"]);
    });
  });
}
