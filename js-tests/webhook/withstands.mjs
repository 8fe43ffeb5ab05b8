// The test of a server: the table of hostile requests, on sockets, and a valid delivery after each of them.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { TOKEN } from "../support/recorder.mjs";
import { HOSTILE, LONG_DEADLINE_MS, SHORT_DEADLINE_MS, exchange, update } from "./hostile.mjs";

const REPLY = /\{"method":"sendMessage","chat_id":7,"text":"hi"\}/;

/**
 * Registers the tests of a runtime. `start(deadlineMs)` returns `{ port, close }` of a server with `OPTIONS` and that
 * deadline, which echoes messages.
 *
 * @param options - `except`, names of requests that the runtime changes before a program gets them; `unparsed(name)`,
 *   the status of requests whose URL the runtime itself refuses; `reply`, the expected answer of the server; and `more`,
 *   which registers further tests and gets a function that returns the server.
 */
export function withstands(runtime, start, { except = [], unparsed = () => [], reply = REPLY, more } = {}) {
  describe(runtime, () => {
    const table = Object.entries(HOSTILE).filter(([name]) => !except.includes(name));
    // Requests that end with the deadline use a separate server, start before all others, and are checked last.
    const [fast, slow] = [table.filter(([, [status]]) => status !== 408), table.filter(([, [status]]) => status === 408)];
    let begun = [];
    let server;
    let shortDeadlineServer;
    before(async () => {
      server = await start(LONG_DEADLINE_MS);
      if (slow.length === 0) return;
      shortDeadlineServer = await start(SHORT_DEADLINE_MS);
      begun = slow.map(([, [, request]]) => exchange(shortDeadlineServer.port, request));
    });
    after(async () => {
      await Promise.allSettled(begun);
      await Promise.all([server?.close(), shortDeadlineServer?.close()]);
    });
    const fine = async ({ port } = server) => {
      let answer;
      // On a slow machine the short deadline may pass before a body has come.
      do answer = await exchange(port);
      while (port === shortDeadlineServer?.port && answer.status === 408);
      assert.equal(answer.status, 200);
      assert.match(answer.text, reply);
    };
    const refuses = async ([name, [status, request]], answering, at = server) => {
      const answer = await (answering ?? exchange(at.port, request));
      assert.ok([status, unparsed(name)].flat().includes(answer.status), `${answer.status}`);
      if (status === 405) assert.match(answer.headers, /^allow: post\r?$/m);
      assert.equal(answer.text.includes(TOKEN), false);
      await fine(at);
    };

    test("a fit delivery is answered", () => fine());
    for (const one of fast) test(`${one[0]}: ${one[1][0]}`, () => refuses(one));
    test("broken off in the middle", async () => {
      for (let count = 0; count < 20; count++) await exchange(server.port, { body: update().padEnd(5000), breakOff: true });
      await fine();
    });
    test("a repeated delivery: the same response again", async () => {
      const body = update();
      const first = (await exchange(server.port, { body })).text;
      assert.match(first, /hi/);
      const again = await exchange(server.port, { body });
      assert.deepEqual([again.status, again.text.match(reply)?.[0]], [200, first.match(reply)[0]]);
    });
    test("1,000 at once", async () => {
      const answers = await Promise.all(Array.from({ length: 1000 }, () => exchange(server.port)));
      assert.deepEqual([...new Set(answers.map(({ status, text }) => `${status} ${text.includes("hi")}`))], ["200 true"]);
    });
    more?.(() => server, fine);
    slow.forEach((one, index) => test(`${one[0]}: ${one[1][0]}`, () => refuses(one, begun[index], shortDeadlineServer)));
  });
}
