// The order in which updates of two chats are handled, as a Durable Object sees it.
import assert from "node:assert/strict";

/**
 * The source of a Durable Object that writes down the steps of all isolates, in order: `begin-<id>` and `end-<id>`. An
 * update of an odd identifier may go on when one of an even identifier has begun too, and the other way round.
 */
export const STEPS = `
export class Steps {
  seen = [];
  hasBegun = new Set();
  both = new Promise((resolve) => (this.go = resolve));
  async fetch({ url }) {
    const { pathname, searchParams } = new URL(url);
    if (pathname === "/list") return Response.json(this.seen.splice(0));
    const [what, id] = searchParams.get("what").split("-");
    this.seen.push([what, Number(id)]);
    if (this.hasBegun.add(id % 2).size === 2) this.go();
    await this.both;
    return new Response();
  }
}`;

/** Asserts that each chat's updates, with odd or even identifiers, were handled one at a time: `count` of each. */
export function assertInOrder(steps, count) {
  for (const chat of [0, 1]) {
    const ofChat = steps.filter(([, id]) => id % 2 === chat);
    assert.equal(ofChat.length, 2 * count);
    ofChat.forEach(([what, id], at) => at % 2 === 1 && assert.deepEqual([what, id], ["end", ofChat[at - 1][1]]));
  }
}
