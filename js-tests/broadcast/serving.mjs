// Broadcasts in virtual time to a service that answers as a test says.
import { Bot, call } from "botwire";
import { inVirtualTime } from "../support/virtual-time.mjs";

export const SECOND = 1000;
export const make = (chat_id) => call.sendMessage({ chat_id, text: "News!" });
export const numbers = (count) => Array.from({ length: count }, (_, index) => index);

/**
 * A service in virtual time: `script` returns a result for the parameters of each call, or a whole response; `started`
 * has the time at which each call began.
 */
export async function serving(script, task) {
  const started = [];
  let clock;
  const fetch = async (_, { body }) => {
    const params = JSON.parse(body);
    started.push({ at: clock(), chat_id: params.chat_id });
    const { response, result, ...failure } = (await script(params, started)) ?? {};
    if (response) return response;
    const envelope = failure.error_code ? { ok: false, description: "Refused", ...failure } : { ok: true, result: result ?? params.chat_id };
    return new Response(JSON.stringify(envelope), { status: failure.error_code ?? 200 });
  };
  return inVirtualTime(fetch, ({ fetch: counted, now }) => {
    clock = now;
    return task({ bot: new Bot({ baseUrl: "https://service.example", token: "1:a", fetch: counted }), started, now });
  });
}

export async function all(results) {
  const list = [];
  for await (const result of results) list.push(result);
  return list;
}
