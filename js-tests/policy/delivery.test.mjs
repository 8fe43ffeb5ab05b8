// The machine of the end of an update, interpreted in JavaScript.
import assert from "node:assert/strict";
import { test } from "node:test";
import { initialState, isEnded, isGivenUp, step } from "../node_modules/botwire/updates/machine.js";
import * as rules from "../node_modules/botwire/updates/delivery-rules.js";

const nameOf = (prefix, letter) => Object.keys(rules).find((name) => name.startsWith(prefix) && rules[name] === letter);

/** Feeds events, and returns the names of the actions after each. */
function run(config, events) {
  let state = initialState(config);
  const actions = events.map((event) => {
    const [next, list] = step(state, rules[event]);
    state = next;
    return [...list].map((letter) => nameOf("DO_", letter).slice(3)).join(" ");
  });
  return { state, actions };
}

const WEBHOOK = { oneCommit: true, accepts: false, inline: true, sends: true };

test("a returned call is checked, committed with the session, and given in the response", () => {
  const { state, actions } = run(WEBHOOK, ["ON_START", "ON_OWNED", "ON_STAGED", "ON_RETURNED_CALL", "ON_CHECKED", "ON_SAVED_REMEMBERED", "ON_RELEASED"]);
  assert.deepEqual(actions, ["CLAIM", "RUN", "", "CHECK", "SAVE_ALL_REMEMBER", "RESPOND_CONTENT RELEASE_REFUND", ""]);
  assert.ok(isEnded(state));
});

test("an update that waits at the deadline comes again", () => {
  const { state, actions } = run(WEBHOOK, ["ON_START", "ON_OWNED", "ON_WAIT_BEGAN", "ON_DEADLINE"]);
  assert.deepEqual(actions.at(-1), "CANCEL_WAIT RESPOND_AGAIN");
  assert.ok(isGivenUp(state) && !isEnded(state));
});
