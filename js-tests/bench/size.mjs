// Bytes of a bundle for each entry of the package, next to the peers: a webhook worker for servers, a call for pages.
import { readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { figures } from "../../xtask/size/figures.mjs";
import { record } from "./support/record.mjs";

const NAMES = ["bare", "botwire", "grammy", "telegraf", "node-telegram-bot-api"];

/** The conditions that the tools for each runtime set. Bundlers, unlike Node itself, also set `module`. */
const WORKERS = {
  "workerd (wrangler)": { conditions: ["workerd", "worker", "browser"], mainFields: ["browser", "module", "main"] },
  "edge-light (Vercel)": { conditions: ["edge-light", "worker", "browser"], mainFields: ["browser", "module", "main"] },
  deno: { conditions: ["deno", "node"], platform: "node" },
  bun: { conditions: ["bun", "node"], platform: "node" },
  node: { conditions: ["node"], platform: "node" },
  "node (bundled)": { conditions: ["node", "module"], platform: "node" },
  "default (esbuild, no conditions)": { conditions: [], platform: "neutral", mainFields: ["module", "main"] },
};
/** The entries of the page on size and speed. */
const ROWS = { "workerd (wrangler)": "size-edge", "node (bundled)": "size-node", "browser (webpack)": "size-page" };
/** The entry that a page without a bundler imports by its path. */
const PLAIN = fileURLToPath(new URL("../node_modules/botwire/entries/browser.js", import.meta.url));
const PAGES = {
  "browser (no bundler)": { conditions: ["browser"], platform: "browser", alias: { botwire: PLAIN } },
  "browser (webpack)": { conditions: ["browser", "webpack", "module"], platform: "browser" },
  "browser (esbuild, Rollup)": { conditions: ["browser", "module"], platform: "browser" },
};

const folder = fileURLToPath(new URL(".", import.meta.url));
const WASM = readFileSync(new URL("../node_modules/botwire/botwire.wasm", import.meta.url));
const INLINED = WASM.toString("base64", 0, 60);
const NODE_MODULES = {
  name: "node-modules",
  setup: (plugins) =>
    plugins.onResolve({ filter: new RegExp(`^(node:)?(${builtinModules.join("|")})$`) }, ({ path }) => ({
      path: `node:${path.replace("node:", "")}`,
      external: true,
    })),
};
const grouped = (bytes) => bytes.toLocaleString("en").replaceAll(",", " ");

for (const [what, entries] of Object.entries({ workers: WORKERS, callers: PAGES })) {
  for (const [entry, options] of Object.entries(entries)) {
    print([`\n${entry}, ${what === "workers" ? "webhook" : "a call"}`, "raw", "gzip -9", "brotli 11", ""]);
    const sizes = {};
    for (const name of NAMES) {
      const row = await cells(`./${what}/${name}.mjs`, options);
      sizes[name] = Number(row[1].replaceAll(" ", ""));
      print([name, ...row]);
    }
    if (ROWS[entry]) record(ROWS[entry], "bytes", sizes);
  }
}

/** Raw, gzip and brotli bytes, and a note. */
async function cells(source, options) {
  const { outputFiles, metafile } = await build({
    entryPoints: [source],
    absWorkingDir: folder,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    outdir: "out",
    external: ["*.wasm", "*.wasm?module"],
    plugins: [NODE_MODULES],
    logLevel: "error",
    ...options,
  });
  const outputs = Object.fromEntries(outputFiles.map(({ path, contents }) => [relative(folder, path).replaceAll("\\", "/"), contents]));
  const atOnce = loadedAtOnce(metafile.outputs);
  const isInlined = atOnce.some((path) => Buffer.from(outputs[path]).includes(INLINED));
  const hasFile = !isInlined && outputFiles.some(({ text }) => text.includes("botwire.wasm"));
  // If the wasm is a file, the chunk with the inlined wasm is only a fallback and does not count.
  const files = (hasFile ? atOnce : Object.keys(outputs)).map((path) => outputs[path]);
  const wasm = hasFile ? [WASM] : [];
  const isForNode = Object.values(metafile.outputs).some(({ imports }) => imports.some(({ path }) => path.startsWith("node:")));
  const ofHost = isForNode && options.platform !== "node" ? "with Node's modules from its host" : "";
  const note = hasFile ? `of it wasm ${grouped(figures(wasm).gzip)}` : ofHost;
  const { raw, gzip, brotli } = figures([...files, ...wasm]);
  return [raw, gzip, brotli].map(grouped).concat(note);
}

function loadedAtOnce(outputs) {
  const found = new Set([Object.keys(outputs).find((path) => outputs[path].entryPoint)]);
  for (const path of found) {
    for (const { kind, external, path: next } of outputs[path].imports) if (!external && kind !== "dynamic-import") found.add(next);
  }
  return [...found];
}

function print([name, ...columns]) {
  const [raw, gzip, brotli, note] = columns;
  console.log(`${name.padEnd(40)}${raw.padStart(10)}${gzip.padStart(10)}${brotli.padStart(11)}  ${note}`);
}
