// Calls with nothing but fetch. An upload is one Blob of head, file and tail, the least that a body can cost.
const BASE = `${globalThis.BENCH_URL}/bot1:TOKEN/`;

async function post(method, body, type) {
  const response = await fetch(BASE + method, { method: "POST", headers: { "content-type": type }, body });
  return (await response.json()).result;
}

export const sendMessage = (params) => post("sendMessage", JSON.stringify(params), "application/json");

export function sendDocument(chat_id, bytes) {
  const head = `--b\r\nContent-Disposition: form-data; name="chat_id"\r\n\r\n${chat_id}\r\n--b\r\nContent-Disposition: form-data; name="document"; filename="a.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return post("sendDocument", new Blob([head, bytes, "\r\n--b--\r\n"]), "multipart/form-data; boundary=b");
}
