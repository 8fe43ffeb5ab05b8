// updates() and poll() in virtual time with a service that answers from a script, regardless of the offset.
import { Bot } from "botwire";
import { inVirtualTime } from "../support/virtual-time.mjs";
import { wait } from "./polling.mjs";

/** `from`, `from` + 1, … */
export const numbers = (from, count) => Array.from({ length: count }, (_, index) => from + index);

/** Never answers. */
export const silent = (signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

const result = (value) => Response.json({ ok: true, result: value });
const ofChat = (id) => ({ update_id: id, message: { message_id: 1, date: 1, chat: { id: id + 1, type: "private" }, text: "a" } });

/**
 * Does a task with a bot. Its calls of getUpdates get the answers in turn: identifiers, or `{ ids, afterMs }`. Later calls get
 * none. `asked` has the offset and the time of each. `confirmed` has the offset of each call that only confirms.
 */
export const scripted = (answers, task, { confirm = () => result([]), deleteWebhook = () => result(true), retries = 0 } = {}) =>
  inVirtualTime(undefined, async ({ now }) => {
    const asked = [];
    const confirmed = [];
    const fetch = async (url, { body, signal }) => {
      if (url.endsWith("getWebhookInfo")) return result({ url: "https://old.example/hook", has_custom_certificate: false, pending_update_count: 0 });
      if (url.endsWith("deleteWebhook")) return deleteWebhook(signal);
      const { offset, limit } = JSON.parse(body);
      if (limit === 1) return confirmed.push(offset), confirm(signal);
      const answer = answers[asked.push({ offset, at: now() }) - 1];
      if (!answer) return silent(signal);
      const { ids = answer, afterMs } = answer;
      if (afterMs) await wait(afterMs);
      return result(ids.map(ofChat));
    };
    const bot = new Bot({ baseUrl: "https://service.example", token: "1:a", fetch, retry: { retries, baseMs: 1000 } });
    return task({ bot, asked, confirmed, offsets: () => asked.map(({ offset }) => offset), now, stop: new AbortController() });
  });
