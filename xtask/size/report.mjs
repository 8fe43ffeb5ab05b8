// Prints the figures of measure.mjs next to the last recorded ones. --record writes them to records.json.
// node report.mjs <file with the figures> <file with their parts> [--record]

import { readFileSync, writeFileSync } from "node:fs";

const [input, partsInput, record] = process.argv.slice(2);
const recordsFile = new URL("records.json", import.meta.url);
const sizes = JSON.parse(readFileSync(input, "utf8"));
const budget = JSON.parse(readFileSync(new URL("budget.json", import.meta.url), "utf8"));
const records = JSON.parse(readFileSync(recordsFile, "utf8"));
const last = records.at(-1)?.sizes ?? {};

const number = (bytes) => bytes.toLocaleString("en").replaceAll(",", " ");
const signed = (difference) => (difference > 0 ? `+${number(difference)}` : difference < 0 ? `−${number(-difference)}` : "=");
const since = (what, unit) => (last[what] ? signed(sizes[what][unit] - last[what][unit]) : "new");

const units = ["raw", "gzip", "brotli"];
const rows = Object.entries(sizes).map(([what, figures]) => [what, ...units.flatMap((unit) => [number(figures[unit]), since(what, unit)])]);
const head = ["bytes", "raw", "", "gzip -9", "", "brotli 11", ""];
const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column].length)));
const line = (row) => row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join("  ");
console.log(`\n${line(head)}`);
for (const row of rows) console.log(line(row));
if (records.length > 0) console.log(`The second columns: change since the last record (${records.at(-1).on}).`);

const parts = JSON.parse(readFileSync(partsInput, "utf8"));
const ofUpload = parts["edge upload"];
const nameWidth = Math.max(...ofUpload.map((part) => part.name.length));
console.log("\nWhat an edge worker uploads, by section of the wasm and by module of the minified script:");
for (const { name, raw, gzip } of ofUpload) {
  const zipped = gzip === undefined ? "" : `, gzip ${number(gzip)}`;
  console.log(`  ${name.padEnd(nameWidth)}  ${number(raw).padStart(6)}${zipped}`);
}

const gzip = sizes["edge upload"].gzip;
const limit = budget["edge upload"].gzip;
console.log(`An edge worker uploads ${number(gzip)} bytes, gzip -9: ${Math.round((gzip / limit) * 100)} % of the budget of ${number(limit)}.`);
const earlier = records.slice(-6).map((entry) => number(entry.sizes["edge upload"].gzip));
if (earlier.length > 0) console.log(`Trend: ${[...earlier, `${number(gzip)} now`].join(" → ")}.`);

if (record === "--record") {
  const on = new Date().toISOString().slice(0, 10);
  const entry = JSON.stringify({ on, sizes });
  const kept = records.map((old) => JSON.stringify(old));
  writeFileSync(recordsFile, `[\n  ${[...kept, entry].join(",\n  ")}\n]\n`);
  const lines = (list) => list.map(({ name, raw }) => `    ${JSON.stringify({ name, raw })}`).join(",\n");
  const recorded = Object.entries(parts).map(([what, list]) => `  ${JSON.stringify(what)}: [\n${lines(list)}\n  ]`);
  writeFileSync(new URL("parts.json", import.meta.url), `{\n${recorded.join(",\n")}\n}\n`);
  console.log("Recorded in xtask/size/records.json and parts.json.");
}
