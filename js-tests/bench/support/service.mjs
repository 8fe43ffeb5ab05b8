// A service in a separate process, so that its CPU is not counted: it answers each call as if the message were sent,
// and with a proxy's page of 6 kB below /page.
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

export const ANSWER = '{"ok":true,"result":{"message_id":1,"date":1,"chat":{"id":1,"type":"private"},"text":"hi"}}';

const PAGE = `<!DOCTYPE html>
<html lang="en-US">
<head><title>service.example | 502: Bad gateway</title><meta charset="UTF-8" /></head>
<body>
<h1 class="inline-block sm:block sm:mb-2">Bad gateway</h1> <span class="code-label">Error code 502</span>
${'<p class="leading-1.3">Visit <a href="https://proxy.example/5xx?code=502&amp;host=service.example">proxy.example</a> for more information &bull; Ray ID 8f2c1d0b7a9e4c35.</p>\n'.repeat(36)}</body>
</html>
`;

const FILE = fileURLToPath(import.meta.url);

/** Starts the service. */
export async function startService() {
  const service = fork(FILE);
  const [port] = await once(service, "message");
  return { url: `http://127.0.0.1:${port}`, stop: () => service.kill() };
}

if (process.argv[1] === FILE) {
  const server = createServer((request, response) => {
    const [status, type, body] = request.url.startsWith("/page/") ? [502, "text/html", PAGE] : [200, "application/json", ANSWER];
    const headers = { "content-type": type, "content-length": body.length };
    request.resume().on("end", () => response.writeHead(status, headers).end(body));
  });
  server.listen(0, "127.0.0.1", () => process.send(server.address().port));
  process.once("disconnect", () => process.exit());
}
