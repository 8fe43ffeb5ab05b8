// Deliveries to a webhook in this process, and the host that it runs in.

export const PATH = "/hook/s3cret-p4th";
export const from = { id: 7, is_bot: false, first_name: "A" };
export const message = { message_id: 1, date: 1, chat: { id: 7, type: "private" }, text: "a" };
export const callback_query = { id: "q1", from, chat_instance: "1", data: "d" };
export const pre_checkout_query = { id: "p1", from, currency: "EUR", total_amount: 1, invoice_payload: "x" };

/** A request with an update, or with a text or a stream in its place. */
export const delivery = (update, { path = PATH, headers, ...more } = {}) =>
  new Request(`https://bot.example${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof update === "string" || update instanceof ReadableStream ? update : JSON.stringify(update),
    duplex: "half",
    ...more,
  });

let id = 1000;
/** A delivery of an update with those fields, by default of one that did not come before. */
export const post = (fields = { message }, update_id = ++id) => delivery({ update_id, ...fields });

/** A host that keeps promises, and waits for all of them. */
export function host() {
  const promises = [];
  const all = async () => { while (promises.length > 0) await promises.shift(); };
  return { promises, all, waitUntil: (promise) => void promises.push(promise) };
}

/** A promise, and the function that resolves it. */
export function pending() {
  let resolve;
  return [new Promise((done) => (resolve = done)), (value) => resolve(value)];
}

/** An error that may pass, such as one of the network: the update comes again. */
export const passing = (message) => Object.assign(new Error(message), { kind: "network", method: "getMe" });
