// An upload with fetch, its body one Blob of head, file and tail.
const URL = `${globalThis.BENCH_URL}/bot1:TOKEN/sendDocument`;
const HEADERS = { "content-type": "multipart/form-data; boundary=b" };

export async function sendDocument(chat_id, bytes) {
  const head = `--b\r\nContent-Disposition: form-data; name="chat_id"\r\n\r\n${chat_id}\r\n--b\r\nContent-Disposition: form-data; name="document"; filename="a.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const body = new Blob([head, bytes, "\r\n--b--\r\n"]);
  return (await (await fetch(URL, { method: "POST", headers: HEADERS, body })).json()).result;
}
