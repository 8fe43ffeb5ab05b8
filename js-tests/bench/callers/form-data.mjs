// Calls with fetch and the platform's own FormData.
const URL = `${globalThis.BENCH_URL}/bot1:TOKEN/sendDocument`;

export async function sendDocument(chat_id, bytes) {
  const body = new FormData();
  body.set("chat_id", chat_id);
  body.set("document", new Blob([bytes]), "a.bin");
  return (await (await fetch(URL, { method: "POST", body })).json()).result;
}
