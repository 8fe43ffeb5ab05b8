// CPU and peak memory of uploading a document of 5 and of 50 MB to this machine, next to the peers and to what fetch takes: a stream, a Blob, FormData.
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { medians, table } from "./support/rounds.mjs";

const NAMES = ["bare", "blob", "form-data", "botwire", "grammy", "telegraf", "node-telegram-bot-api"];
const MEGABYTE = 1_000_000;
const SIZES = { 5: { uploads: 9, rounds: 5 }, 50: { uploads: 5, rounds: 3 } };
const ANSWER = '{"ok":true,"result":{"message_id":1,"date":1,"chat":{"id":1,"type":"private"}}}';

/** Counts what comes and answers like the service; less than a document is refused. */
const server = createServer(async (request, response) => {
  let bytes = 0;
  for await (const chunk of request) bytes += chunk.length;
  const isWhole = request.url.endsWith("/sendDocument") && bytes % (5 * MEGABYTE) < 2000 && bytes > 5 * MEGABYTE;
  response.writeHead(isWhole ? 200 : 400, { "content-type": "application/json" });
  response.end(isWhole ? ANSWER : `{"ok":false,"error_code":400,"description":"${bytes} bytes"}`);
});
await once(server.listen(0, "127.0.0.1"), "listening");
const url = `http://127.0.0.1:${server.address().port}`;

const program = fileURLToPath(new URL("support/uploads.mjs", import.meta.url));
for (const [size, { uploads, rounds }] of Object.entries(SIZES)) {
  const figures = await medians(NAMES, rounds, async (name) => {
    const { stdout } = await promisify(execFile)(process.execPath, [program, name, size * MEGABYTE, uploads, url]);
    return JSON.parse(stdout);
  });
  show(`${size} MB, Node`, figures);
}
server.close();

function show(title, figures) {
  for (const [what, unit] of [["cpu", "ms"], ["memory", "MiB"]]) {
    const column = Object.fromEntries(Object.entries(figures).map(([name, found]) => [name, found[what]]));
    table(`upload of ${title}, ${what === "cpu" ? "CPU" : "peak memory of the second and later ones"}`, column, unit);
  }
}
