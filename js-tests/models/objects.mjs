// Real Durable Objects of workerd for the models.
import { Agent, request } from "node:http";
import { after, before } from "node:test";
import { driver, tested } from "../support/claims-object.mjs";
import { startIsolates } from "../webhook/isolates.mjs";

const source = `
import { UpdateClaims } from "botwire/stores/durable-object";
${tested("UpdateClaims")}
${driver}`;

const agent = new Agent({ keepAlive: true });
let isolates;
before(async () => (isolates = await startIsolates(source, 1, { durableObjects: { CLAIMS: { className: "Claims", useSQLite: true } } })));
after(async () => {
  agent.destroy();
  await isolates.dispose();
});

/** Asks the object of that name, by node:http, whose timers are not virtual. */
export const asked = (path, object, body = undefined) =>
  new Promise((resolve, reject) => {
    const sent = request(new URL(path, isolates.url), { agent, method: "POST", headers: { object } }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part) => (text += part));
      // The object was ended while it answered.
      response.on("error", ({ message }) => resolve({ ok: false, text: async () => message }));
      response.on("end", () => resolve({ ok: response.statusCode === 200, text: async () => text }));
    });
    // workerd may close an idle connection just as it is reused. The request then did not arrive, and is sent again.
    sent.on("error", (error) => (sent.reusedSocket && error.code === "ECONNRESET" ? resolve(asked(path, object, body)) : reject(error))).end(body);
  });
