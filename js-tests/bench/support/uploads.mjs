// Uploads a document several times and prints the CPU milliseconds of later uploads, and the peak memory in MiB.
// node uploads.mjs <caller> <bytes> <uploads before that> <uploads> <base URL>
import { peakMebibytes, startPeak } from "./process.mjs";

const [name, bytes, before, uploads, url] = process.argv.slice(2);
globalThis.BENCH_URL = url;
const { sendDocument } = await import(`../callers/${name}.mjs`);
const document = new Uint8Array(Number(bytes)).fill(7);

for (let upload = 0; upload < before; upload++) await sendDocument(1, document);
startPeak(process.pid);
const used = process.cpuUsage();
for (let upload = 0; upload < uploads; upload++) await sendDocument(1, document);
const { user, system } = process.cpuUsage(used);
console.log(JSON.stringify({ cpu: (user + system) / 1000 / uploads, memory: peakMebibytes(process.pid) }));
process.exit();
