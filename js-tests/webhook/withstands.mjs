// What a server has to withstand: the table of hostile requests, on sockets, and after each of them a fit delivery.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { TOKEN } from "../support/recorder.mjs";
import { HOSTILE, exchange, update } from "./hostile.mjs";

const REPLY = /\{"method":"sendMessage","chat_id":7,"text":"hi"\}/;

/**
 * Registers the tests of a runtime. `start` gives `{ port, close }` of a server with `OPTIONS` that echoes messages.
 *
 * @param options - `except`, names of those that the runtime does not give to a program as they are, what the server has to
 *   `reply`, and a function that registers `more` tests, given one that gives the server.
 */
export function withstands(runtime, start, { except = [], reply = REPLY, more } = {}) {
  describe(runtime, () => {
    const table = Object.entries(HOSTILE).filter(([name]) => !except.includes(name));
    // Those that end with the deadline are begun before all others, and looked at after them.
    const [fast, slow] = [table.filter(([, [status]]) => status !== 408), table.filter(([, [status]]) => status === 408)];
    const begun = new Map();
    let server;
    before(async () => {
      server = await start();
      for (const [name, [, request]] of slow) begun.set(name, exchange(server.port, request));
    }, { timeout: 590_000 });
    after(() => server?.close());
    const fine = async () => {
      const { status, text } = await exchange(server.port);
      assert.equal(status, 200);
      assert.match(text, reply);
    };
    const refuses = ([name, [status, request]]) =>
      test(`${name}: ${status}`, async () => {
        const answer = await (begun.get(name) ?? exchange(server.port, request));
        assert.ok([status].flat().includes(answer.status), `${answer.status}`);
        if (status === 405) assert.match(answer.headers, /^allow: post\r?$/m);
        assert.equal(answer.text.includes(TOKEN), false);
        await fine();
      });

    test("a fit delivery is answered", fine);
    fast.forEach(refuses);
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
    more?.(() => server, fine);
    slow.forEach(refuses);
  });
}
