// The webhook under random schedules, with claims in real Durable Objects of workerd, which are ended and started again on the
// way. Their clock is that of the schedule; their storage and their input gates are workerd's.
import { model, outsideWork } from "./model.mjs";
import { asked } from "./objects.mjs";
import { runWith, schedule } from "./webhook-model.mjs";

/** Schedules in any case: each asks another process some hundred times. */
const LEAST = 5;
/** Real time, so that no alarm of an object is due before its time. */
const START = Date.now();
let objects = 0;

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
