// Calls with plain fetch. An upload is a stream of head, file and tail with a known length, the lowest possible cost of
// a body in a server.
const BASE = `${globalThis.BENCH_URL}/bot${globalThis.BENCH_TOKEN ?? "1:TOKEN"}/`;

async function post(method, body, headers) {
  const response = await fetch(BASE + method, { method: "POST", headers, body, duplex: "half" });
  return (await response.json()).result;
}

export const sendMessage = (params) => post("sendMessage", JSON.stringify(params), { "content-type": "application/json" });

export function sendDocument(chat_id, bytes) {
  const head = `--b\r\nContent-Disposition: form-data; name="chat_id"\r\n\r\n${chat_id}\r\n--b\r\nContent-Disposition: form-data; name="document"; filename="a.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const parts = [new TextEncoder().encode(head), bytes, new TextEncoder().encode("\r\n--b--\r\n")];
  const length = parts.reduce((sum, part) => sum + part.byteLength, 0);
  const body = new ReadableStream({
    pull(controller) {
      if (parts.length > 0) controller.enqueue(parts.shift());
      else controller.close();
    },
  });
  return post("sendDocument", body, { "content-type": "multipart/form-data; boundary=b", "content-length": String(length) });
}
