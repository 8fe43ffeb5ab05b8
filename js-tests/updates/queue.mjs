// The service's side of getUpdates as specified: a queue, offsets that confirm, long polling, faults on demand.
import { ok, record } from "../support/recorder.mjs";

/** Starts a service with queued updates. Faults passed to `fail` are the next answers. */
export async function startQueue(updates = []) {
  const stored = [...updates];
  const faults = [];
  let wake = () => {};
  const recorder = await record(async ({ name, params }) => {
    if (name !== "getUpdates") return ok();
    const fault = faults.shift();
    if (fault) return typeof fault === "function" ? fault(params) : fault;
    const due = () => {
      // "Confirmed: no longer returned": those before the offset.
      for (let index = stored.length - 1; index >= 0; index--)
        if (stored[index].update_id < (params.offset ?? 0)) stored.splice(index, 1);
      return stored.slice(0, params.limit ?? 100);
    };
    if (due().length === 0 && params.timeout > 0) {
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, params.timeout * 1000);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return ok(due());
  });
  return {
    baseUrl: recorder.baseUrl,
    requests: recorder.requests,
    stored,
    /** The parameters of the getUpdates calls so far. */
    get asked() {
      return recorder.requests.map(({ params }) => params);
    },
    /** A user writes. */
    push(...more) {
      stored.push(...more);
      wake();
    },
    fail: (...more) => faults.push(...more),
    close() {
      wake();
      return recorder.close();
    },
  };
}

/** An update with a message. */
export const update = (update_id, text = `text ${update_id}`) => ({
  update_id,
  message: { message_id: update_id, date: 1, chat: { id: 1, type: "private" }, text },
});
