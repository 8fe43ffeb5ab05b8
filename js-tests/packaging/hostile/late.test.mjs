// A handler that outlasts the deadline, in each runtime: the delivery is answered, the handler continues, and its call
// is made.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ok, record } from "../../support/recorder.mjs";
import { exchange, OPTIONS, update } from "../../webhook/hostile.mjs";
import { project } from "../support/project.mjs";
import { SERVERS } from "./servers.mjs";

const folder = await project(import.meta.url);
const message = (text) => `"message":${JSON.stringify({ message_id: 1, date: 1, chat: { id: 7, type: "private" }, text })}`;

for (const [name, start] of Object.entries(SERVERS)) {
  test(name, async () => {
    let arrive;
    const arrived = new Promise((resolve) => (arrive = resolve));
    const service = await record((request) => (arrive(request), ok({ message_id: 9 })));
    const server = await start(folder, { ...OPTIONS, baseUrl: service.baseUrl, deadlineMs: 2000 });
    try {
      const { status, text } = await exchange(server.port, { body: update(message("/late")) });
      assert.deepEqual([status, text.includes("sendMessage")], [200, false]);
      const { name: method, params } = await arrived;
      assert.deepEqual([method, params], ["sendMessage", { chat_id: 7, text: "/late" }]);
      assert.match((await exchange(server.port, { body: update(message("fine")) })).text, /"text":"fine"/);
    } finally {
      await server.close();
      await service.close();
    }
  });
}
