// Attacks: paths that `URL` parses differently, deliveries in many chunks, and exceptions in onReject.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createWebhookHandler, isValidationError } from "botwire";
import { everyField } from "botwire/check";
import { TOKEN } from "../support/recorder.mjs";
import { delivery } from "../support/deliveries.mjs";

const options = { baseUrl: "https://service.invalid", token: TOKEN, path: "/hook" };
const post = (body, path = "/hook") => delivery(body, { path });
const UPDATE = '{"update_id":1,"message":{"text":"é"}}';

for (const path of ["/", "//", "///", "/ ", "/\n", "/\t", "/\r\n", "/.", "/./", "/..", "/a/..", "/x/../", "/%2e", "/\\.."]) {
  test(`the path ${JSON.stringify(path)} is not a secret`, () => {
    const isOfPath = (error) => isValidationError(error) && error.path === "path";
    assert.throws(() => createWebhookHandler({ ...options, path }, () => {}), isOfPath);
    createWebhookHandler({ ...options, path, allowUnauthenticated: true }, () => {});
  });
}

test("an onReject that rejects changes nothing", async (t) => {
  const unhandled = [];
  const listen = (error) => unhandled.push(error);
  process.on("unhandledRejection", listen);
  t.after(() => process.off("unhandledRejection", listen));
  const onReject = async () => { throw new Error("the database is down"); };
  const { status } = await createWebhookHandler({ ...options, onReject }, () => assert.fail())(post("{}", "/other"));
  await new Promise(setImmediate);
  assert.deepEqual([status, unhandled], [404, []]);
});

test("an error in a field is reported without the token", async () => {
  const reported = [];
  const onReject = ({ error }) => void reported.push(error.message);
  const handle = createWebhookHandler({ ...options, check: everyField, onReject }, () => assert.fail());
  const message = { message_id: TOKEN, date: 1, chat: { id: 1, type: "private" } };
  assert.equal((await handle(post(JSON.stringify({ update_id: 1, message })))).status, 400);
  assert.deepEqual(reported, ['webhook: message.message_id: expected an Integer, got "<token>"']);
});

test("chunks of any kind of bytes and of any size make the body that was sent", async () => {
  const bytes = Buffer.from(UPDATE);
  const [one, two, three] = [bytes.subarray(0, 1), bytes.subarray(1, 30), bytes.subarray(30)];
  const kinds = { bytes: two, "an ArrayBuffer": new Uint8Array(two).buffer, "a DataView": new DataView(bytes.buffer, bytes.byteOffset + 1, 29), none: new Uint8Array() };
  for (const [kind, second] of Object.entries(kinds)) {
    const texts = [];
    const chunks = [new Uint8Array(), one, second, ...(kind === "none" ? [two] : []), three];
    const body = { getReader: () => ({ read: async () => ({ done: chunks.length === 0, value: chunks.shift() }), cancel: async () => {} }) };
    const headers = new Headers({ "content-type": "application/json" });
    const handle = createWebhookHandler(options, ({ message }) => void texts.push(message.text));
    const { status } = await handle({ method: "POST", url: "https://bot.example/hook", headers, body });
    assert.deepEqual([status, texts], [200, ["é"]], kind);
  }
});

test("chunks of a byte are not retained", async () => {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc");
  const chunks = [];
  let reachable;
  const body = new ReadableStream(
    {
      async pull(controller) {
        if (chunks.length === 2000) {
          await new Promise(setImmediate);
          gc();
          reachable = chunks.filter((chunk) => chunk.deref()).length;
          controller.enqueue(Buffer.from(UPDATE));
          return controller.close();
        }
        const chunk = Uint8Array.of(32);
        chunks.push(new WeakRef(chunk));
        controller.enqueue(chunk);
      },
    },
    { highWaterMark: 0 },
  );
  assert.equal((await createWebhookHandler(options, () => {})(post(body))).status, 200);
  assert.ok(reachable < 100, `${reachable} of 2000 chunks are retained`);
});
