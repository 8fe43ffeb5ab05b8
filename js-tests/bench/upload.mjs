// CPU and peak memory of uploading a document of 5 and of 50 MB to this machine, next to the peers, to a Blob and to FormData; and of 45
// MB in Rust. Names of runtimes as arguments measure only these: cargo xtask bench upload Rust
import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { edgeBundle } from "./support/edge.mjs";
import { listen } from "../support/serve.mjs";
import { peakMebibytes, startPeak } from "./support/process.mjs";
import { medians, table } from "./support/rounds.mjs";
import { ANSWER } from "./support/service.mjs";
import { uploadsInRust } from "./support/uploads-in-rust.mjs";
import { cpuOfCalls, startWorkerd } from "./support/workerd.mjs";

const NAMES = ["bare", "blob", "form-data", "botwire", "grammy", "telegraf", "node-telegram-bot-api"];
const MEGABYTE = 1_000_000;
/** Uploads before it is measured: Node compiles its HTTP parser a second time after the first ones, for 90 ms and 24 MB. */
const SIZES = { 5: { before: 20, uploads: 30, rounds: 5 }, 50: { before: 5, uploads: 5, rounds: 3 } };

/** Counts the received bytes and answers like the service; an incomplete document is refused. */
const { url, close } = await listen(createServer(async (request, response) => {
  let bytes = 0;
  for await (const chunk of request) bytes += chunk.length;
  const isWhole = request.url.endsWith("/sendDocument") && bytes % (5 * MEGABYTE) < 2000 && bytes > 5 * MEGABYTE;
  response.writeHead(isWhole ? 200 : 400, { "content-type": "application/json" });
  response.end(isWhole ? ANSWER : `{"ok":false,"error_code":400,"description":"${bytes} bytes"}`);
}));

/** Each measurement uses a new process, because a peak belongs to a process. */
const RUNTIMES = {
  async Node(name, bytes, before, uploads) {
    const { stdout } = await promisify(execFile)(process.execPath, [program, name, bytes, before, uploads, url]);
    return JSON.parse(stdout);
  },
  async workerd(name, bytes, before, uploads) {
    const workerd = await startWorkerd(await edgeBundle(worker(name), { define: { "globalThis.BENCH_URL": JSON.stringify(url) } }));
    try {
      await cpuOfCalls(workerd, before, `&bytes=${bytes}`);
      startPeak(workerd.pid);
      const cpu = (await cpuOfCalls(workerd, uploads, `&bytes=${bytes}`)) / 1000 / uploads;
      return { cpu, memory: peakMebibytes(workerd.pid) };
    } finally {
      await workerd.stop();
    }
  },
};

const program = fileURLToPath(new URL("support/uploads.mjs", import.meta.url));
const worker = (name) => `
  import { sendDocument } from "./callers/${name}.mjs";
  let document;
  export default {
    async fetch(request) {
      const { searchParams } = new URL(request.url);
      document ??= new Uint8Array(Number(searchParams.get("bytes"))).fill(7);
      try {
        for (let call = Number(searchParams.get("calls")); call > 0; call--) await sendDocument(1, document);
        return new Response("done");
      } catch (error) {
        return new Response(String(error));
      }
    },
  };`;

const asked = process.argv.slice(2);
const isAsked = (runtime) => asked.length === 0 || asked.includes(runtime);

for (const [runtime, measure] of Object.entries(RUNTIMES).filter(([runtime]) => isAsked(runtime))) {
  for (const [size, { before, uploads, rounds }] of Object.entries(SIZES)) {
    const names = [];
    const failures = [];
    for (const name of NAMES) {
      await measure(name, size * MEGABYTE, 1, 1).then(() => names.push(name), ({ message }) => failures.push(`${name} fails: ${message}`));
    }
    show(`${size} MB, ${runtime}`, await medians(names, { rounds, before: 0 }, (name) => measure(name, size * MEGABYTE, before, uploads)));
    for (const failure of failures) console.log(failure);
  }
}
if (isAsked("Rust")) await uploadsInRust(url);
await close();

function show(title, figures) {
  for (const [what, unit] of [["cpu", "ms"], ["memory", "MiB"]]) {
    const column = Object.fromEntries(Object.entries(figures).map(([name, found]) => [name, found[what]]));
    table(`upload of ${title}, ${what === "cpu" ? "CPU" : "peak memory once warm"}`, column, unit, what === "cpu" && title === "50 MB, Node" ? "upload-node" : undefined);
  }
}
