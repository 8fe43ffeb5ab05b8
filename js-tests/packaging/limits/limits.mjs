// Tasks that time out or get too large an answer, several of each kind, and how many of their connections are open afterwards.

const TIMES = 20;

/** Runs the tasks against the service at `baseUrl`. Returns the outcomes of each kind, and the service's count of connections. */
export async function limits({ Bot, createWebhookHandler, download }, { baseUrl, token }) {
  // A minute, the default timeout, takes half a second: the default one and no other is tested.
  const { setTimeout: make } = globalThis;
  globalThis.setTimeout = (act, ms, ...rest) => make(act, ms === 60_000 ? 500 : ms, ...rest);

  const bot = new Bot({ baseUrl, token });
  const patient = new Bot({ baseUrl, token, timeoutMs: 0, maxResponseBytes: 1 << 20 });
  const tasks = {
    "headers never come": () => bot.getMe(),
    "the body never ends": () => bot.getChat({ chat_id: 1 }),
    "a download never ends": async () => (await download(bot, { file_id: "a", file_path: "a" })).arrayBuffer(),
    "a late call of a webhook": () => lateCall(createWebhookHandler, { baseUrl, token }, make),
    "an endless answer": () => patient.getWebhookInfo(),
    "a compressed answer of 128 MiB": () => patient.getUpdates(),
  };
  const results = {};
  for (const [what, task] of Object.entries(tasks)) {
    const ends = await Promise.all(Array.from({ length: TIMES }, () => task().then(() => "a success", endOf)));
    const response = await fetch(`${baseUrl}/connections`);
    results[what] = { ends: [...new Set(ends)], ...(await response.json()) };
  }
  return results;
}

/** Rejects with the error that `onError` receives for a call returned after the deadline. */
function lateCall(createWebhookHandler, options, sleep) {
  return new Promise((_, reject) => {
    const handle = createWebhookHandler({ ...options, path: "/hook", store: false, deadlineMs: 10, onError: reject, retry: 1 }, async () => {
      await new Promise((goOn) => sleep(goOn, 50));
      return { method: "sendMessage", chat_id: 1, text: "late" };
    });
    const body = JSON.stringify({ update_id: 1, message: { message_id: 1, date: 1, chat: { id: 1, type: "private" } } });
    handle(new Request("https://bot.example/hook", { method: "POST", headers: { "content-type": "application/json" }, body }), undefined, { waitUntil() {} }).catch(reject);
  });
}

const endOf = (error) => (/more than 1048576 bytes/.test(error.message) ? "too large" : (error.kind ?? String(error)));
