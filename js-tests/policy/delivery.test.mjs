// The machine of the end of an update, interpreted in JavaScript, on the sequences of events that Rust has too.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { initialState, isEnded, isGivenUp, step } from "../node_modules/botwire/updates/machine.js";
import * as rules from "../node_modules/botwire/updates/delivery-rules.js";
import { vectors } from "../support/vectors.mjs";

/** The bits of a state before its configuration, the lowest first. */
const BITS =
  "New Claiming Running Checking Reporting Committing Sending Releasing Ended open ok again pending out call waits givenUp effect last leaseLost staged willRetry counts".split(" ");
const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
/** The names of constants and their letters, in the order of Rust. */
const lettersOf = (prefix) =>
  Object.keys(rules)
    .filter((name) => name.startsWith(prefix))
    .map((name) => [name.slice(prefix.length), rules[name]])
    .sort(([, a], [, b]) => LETTERS.indexOf(a) - LETTERS.indexOf(b));
const [EVENTS, ACTIONS] = ["ON_", "DO_"].map(lettersOf);

/** Returns `ReturnedCall` for `RETURNED_CALL`. */
const wordOf = (constant) => constant.toLowerCase().replace(/(^|_)[a-z]/g, (start) => start.slice(-1).toUpperCase());
const event = (name) => EVENTS.find(([constant]) => wordOf(constant) === name)[1];
const start = (words) => initialState(Object.fromEntries(words.split(" ").map((word) => [word, true])));
const { sequences, all } = await vectors("delivery");

describe("the end of an update", () => {
  for (const { why, config, steps } of sequences) {
    test(why, () => {
      let state = start(config);
      for (const expected of steps) {
        const [next, letters] = step(state, event(expected.event));
        state = next;
        const actions = [...letters].map((letter) => wordOf(ACTIONS.find(([, other]) => other === letter)[0])).join(" ");
        const bits = BITS.filter((_, at) => (state >> at) & 1);
        assert.deepEqual({ event: expected.event, actions, state: bits.join(" ") }, expected);
        assert.deepEqual([isEnded(state), isGivenUp(state)], ["Ended", "givenUp"].map((bit) => bits.includes(bit)));
      }
    });
  }
});

test("every event in every state has the result that it has in Rust", () => {
  const queue = all.configs.map(start);
  const seen = new Set(queue);
  const actions = ACTIONS.map(([, letter]) => letter);
  let [steps, digest] = [0, 0x811c9dc5];
  const add = (value) => {
    for (const shift of [0, 8, 16, 24]) digest = Math.imul(digest ^ ((value >>> shift) & 255), 0x01000193) >>> 0;
  };
  // The queue grows.
  for (const state of queue) {
    for (const [, letter] of EVENTS) {
      const [next, done] = step(state, letter);
      add(next);
      for (const action of done) add(actions.indexOf(action));
      steps++;
      if (seen.has(next)) continue;
      seen.add(next);
      queue.push(next);
    }
  }
  assert.deepEqual({ states: seen.size, steps, digest }, { states: all.states, steps: all.steps, digest: all.digest });
});
