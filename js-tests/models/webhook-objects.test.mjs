// The webhook under random schedules, with claims in real Durable Objects of workerd, which are ended and started again on the
// way. Their clock is that of the schedule; their storage and their input gates are workerd's.
import { Agent, request } from "node:http";
import { after, before } from "node:test";
import { driver, tested } from "../support/claims-object.mjs";
import { startIsolates } from "../webhook/isolates.mjs";
import { model, outsideWork } from "./model.mjs";
import { runWith, schedule } from "./webhook-model.mjs";

const source = `
import { UpdateClaims } from "botwire/stores/durable-object";
${tested("UpdateClaims")}
${driver}`;

/** Schedules in any case: each asks another process some hundred times. */
const LEAST = 5;
/** Real time, so that no alarm of an object is due before its time. */
const START = Date.now();
const agent = new Agent({ keepAlive: true });
let isolates;
let objects = 0;
before(async () => (isolates = await startIsolates(source, 1, { durableObjects: { CLAIMS: { className: "Claims", useSQLite: true } } })));
after(async () => {
  agent.destroy();
  await isolates.dispose();
});

/** Sends requests with node:http, whose timers are not virtual. */
const asked = (path, object, body = undefined) =>
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

/** So many questions after which the object of each second schedule is ended, so that it starts again from its storage. */
const LIFE = 7;

/** An object for one schedule. */
function object() {
  const number = objects++;
  const name = `model-${number}`;
  let questions = 0;
  const { counted, settle } = outsideWork();
  const clock = () => `now=${START + Date.now()}`;
  let begun;
  const ask = (url, { body } = {}) => counted(async () => {
    await (begun ??= asked(`/begin?${clock()}`, name));
    if (number % 2 === 1 && ++questions % LIFE === 0) await asked(`/end?${clock()}`, name);
    const { pathname, search } = new URL(url);
    const answer = await asked(`${pathname}${search}&${clock()}`, name, body);
    if (!answer.ok) throw new Error(await answer.text());
    return answer;
  });
  return { ask, settle };
}

model("with Durable Objects of workerd the webhook handles each update once or again, and loses no call", schedule, runWith(object), LEAST);
