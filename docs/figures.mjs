// Writes the tables of `guide/performance.md` from `figures.json`, which `cargo xtask bench <name> --record` writes: `node docs/figures.mjs`.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const file = (path) => new URL(path, import.meta.url);
export const PAGE = file("guide/performance.md");
export const LIBRARIES = { grammy: "grammY", telegraf: "telegraf", "node-telegram-bot-api": "node-telegram-bot-api" };

/** Labels by table, and whether a table shows the overhead over the bare program. */
const TABLES = {
  size: { "size-edge": "a webhook worker for the edge", "size-node": "the same for Node, bundled", "size-page": "a call in a web page" },
  speed: {
    "webhook-http": "webhook in workerd over HTTP, 0.4 kB",
    "webhook-http-rich": "the same, 4 kB",
    "webhook-http-big": "the same, 30 kB",
    "call-workerd": "`sendMessage` over HTTP in workerd",
    "start-workerd": "cold start in workerd",
    "start-node": "cold start in Node",
    "webhook-node": "webhook in Node, small update",
    "webhook-workerd": "webhook in workerd without HTTP, small update",
    "call-node": "`sendMessage` over HTTP in Node",
    "call-node-50": "the same, 50 at a time",
    "upload-node": "upload of 50 MB in Node",
    "error-node": "a failing call in Node, 6 kB page",
  },
  memory: {
    "memory-wasm": "wasm memory of the package, after one update and after a million",
    "emulator-start": "wasm memory of the emulator at the start",
    "emulator-10000": "the same after 10,000 messages",
    "emulator-turn": "a turn of a conversation with the emulator",
  },
};

const number = (value) => value.toLocaleString("en", { maximumFractionDigits: Math.abs(value) < 10 ? 1 : 0 }).replace("-", "−");

const figures = () => JSON.parse(readFileSync(file("figures.json"), "utf8"));

/** Returns the version of a measured library without its last part. */
export const versionOf = (id) => figures().libraries[id].replace(/\.\d+$/, "");

export function tables() {
  const { machine, node, workerd, rows } = figures();
  const budget = JSON.parse(readFileSync(file("../xtask/size/budget.json"), "utf8"));
  const table = (name, head, cells) => {
    const lines = Object.entries(TABLES[name]).filter(([id]) => rows[id]).map(([id, label]) => [label, ...cells(rows[id])]);
    const dates = [...new Set(Object.keys(TABLES[name]).flatMap((id) => rows[id]?.on ?? []))].sort();
    const table = [head, head.map(() => "---"), ...lines].map((line) => `| ${line.join(" | ")} |`).join("\n");
    return `${table}\n\nMeasured on ${dates.join(", ")}.`;
  };
  const peers = Object.entries(LIBRARIES).map(([id, name]) => `${name} ${versionOf(id)}`);
  const names = ["botwire", ...Object.keys(LIBRARIES)];
  return {
    machine: `Machine: ${machine}, Node ${node}, workerd ${workerd}.`,
    size: table("size", ["bytes, gzip -9", "bare", "botwire", ...peers], (row) => ["bare", ...names].map((name) => number(row[name]))),
    speed: table("speed", ["CPU time", "bare itself", "botwire", ...peers], (row) => [
      `${number(row.bare)} ${row.unit}`,
      ...names.map((name) => (row[name] === undefined ? "" : number(row[name] - row.bare))),
    ]),
    memory: table("memory", ["memory and time", "botwire"], ({ unit, botwire }) => [`${number(botwire)} ${unit}`]),
    budget: [["the build fails if", "is larger than, in bytes, gzip -9"], ["---", "---"], ...Object.entries(budget).map(([what, { gzip }]) => [what, number(gzip)])]
      .map((line) => `| ${line.join(" | ")} |`).join("\n"),
  };
}

/** Returns the page with the current tables. */
export function expanded(text) {
  const all = tables();
  return text.replace(/<!-- figures: (\w+) -->[\s\S]*?<!-- end -->/g, (_, name) => `<!-- figures: ${name} -->\n\n${all[name]}\n\n<!-- end -->`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(PAGE, expanded(readFileSync(PAGE, "utf8")));
