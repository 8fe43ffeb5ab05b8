// A store of a user's own, with the four functions of the page "Which store?" and those of sessions, and without the optional parts:
// it makes its own owners, counts no attempts, remembers no responses, and has no `commit`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWebhookHandler, sessions } from "botwire";
import { delivery } from "../support/deliveries.mjs";

function ownStore() {
  const asked = [];
  const claims = new Map();
  const texts = new Map();
  let owners = 0;
  const change = (name, next) => (key, owner, ...rest) => {
    asked.push(`${name} ${key}`);
    if (claims.get(key) !== owner) return false;
    next(key, ...rest);
    return true;
  };
  const store = {
    claim(key) {
      const held = claims.get(key);
      if (held !== undefined) return held === "done" ? "done" : "busy";
      claims.set(key, `owner ${++owners}`);
      return { owner: claims.get(key) };
    },
    renew: change("renew", () => {}),
    settle: change("settle", (key) => claims.set(key, "done")),
    release: change("release", (key) => claims.delete(key)),
    read: (key) => texts.get(key),
    write(key, text, _ttlSeconds, owner) {
      return change("write", () => texts.set(key, text))(key, owner);
    },
    delete: change("delete", (key) => texts.delete(key)),
  };
  return { store, asked, texts };
}

const update = (update_id) => ({ update_id, message: { message_id: 1, date: 1, chat: { id: 3, type: "private" }, text: "a" } });

test("a store without the optional parts keeps sessions, and handles each update once", async () => {
  const { store, asked, texts } = ownStore();
  const options = { baseUrl: "https://service.example", token: "7:secret-of-the-bot", allowUnauthenticated: true, store };
  const handle = createWebhookHandler(options, sessions({ store, initial: () => ({ count: 0 }) }, (_, { session }) => {
    session.count++;
    return { method: "sendMessage", chat_id: 3, text: `${session.count}` };
  }));
  const deliver = async (id) => {
    const response = await handle(delivery(update(id)));
    const body = await response.text();
    return [response.status, body && JSON.parse(body).text];
  };
  assert.deepEqual([await deliver(1), await deliver(2), await deliver(1)], [[200, "1"], [200, "2"], [200, ""]]);
  assert.equal(JSON.parse(texts.get("7:session:chat:3")).session.count, 2);
  // A process that dies in between leaves an update that comes again, and none that is lost.
  const [write, settle] = ["write 7:session:chat:3", "settle 7:update:1"].map((question) => asked.indexOf(question));
  assert.ok(write >= 0 && write < settle, `${asked}`);
});
