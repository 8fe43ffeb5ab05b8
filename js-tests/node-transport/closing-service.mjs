// A service in a separate process that closes each connection soon after its answer without announcing it.
import { createServer } from "node:net";

const RESULT = '{"ok":true,"result":true}';
const server = createServer((socket) => {
  socket.on("error", () => {}).on("data", () => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${RESULT.length}\r\n\r\n${RESULT}`);
    setTimeout(() => socket.destroy(), 5);
  });
});
server.listen(0, "127.0.0.1", () => process.send(server.address().port));
process.once("disconnect", () => process.exit());
