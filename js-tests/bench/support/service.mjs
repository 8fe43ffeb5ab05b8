// A service in a process of its own, so that its CPU is not counted: it answers each call as if the message were sent.
// node service.mjs serve
import { createServer } from "node:http";

export const ANSWER = '{"ok":true,"result":{"message_id":1,"date":1,"chat":{"id":1,"type":"private"},"text":"hi"}}';

if (process.argv[2] === "serve") {
  const headers = { "content-type": "application/json", "content-length": ANSWER.length };
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(200, headers).end(ANSWER));
  });
  server.listen(0, "127.0.0.1", () => process.send(server.address().port));
  process.once("disconnect", () => process.exit());
}
