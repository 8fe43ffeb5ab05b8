// The templates, with the stores and languages of each. The name of the project replaces `name` in the files.
import { readFileSync } from "node:fs";

/**
 * The runtimes of templates, in the order of the question; the first is the default. `withStore` replaces `says` for the stores
 * after the first one.
 */
export const TEMPLATES = {
  node: { says: "Node, with polling (needs no public address)", withStore: "Node, with a webhook (needs a public address)", stores: ["memory", "redis", "postgres"] },
  worker: { says: "Cloudflare Workers", stores: ["durable-object"] },
  hono: { says: "Cloudflare Workers, with Hono", stores: ["workers-kv"] },
  deno: { says: "Deno", stores: ["deno-kv"], needs: { program: "deno", from: "https://deno.com" } },
  bun: { says: "Bun", stores: ["memory"], needs: { program: "bun", from: "https://bun.sh" } },
  vercel: { says: "Vercel", stores: ["redis"] },
  lambda: { says: "AWS Lambda", stores: ["postgres"] },
  "rust-worker": { says: "Cloudflare Workers, in Rust", stores: ["durable-object"], needs: { program: "cargo", from: "https://rustup.rs" } },
  "rust-axum": { says: "a server with axum, in Rust", stores: ["memory"], needs: { program: "cargo", from: "https://rustup.rs" } },
};

/** Describes a template with a store; without a store, with its first one. */
export function description(template, store) {
  const { says, withStore = says, stores } = TEMPLATES[template];
  return store === undefined || store === stores[0] ? says : withStore;
}

export const LANGUAGES = ["ts", "js"];

export const isRust = (template) => template.startsWith("rust-");

/**
 * Returns the name and the files of a template, `{ name, files: { path: text } }`, as `build.mjs` makes them from the examples.
 */
export function filesOf({ template, store, language }) {
  const all = JSON.parse(readFileSync(new URL("../templates.json", import.meta.url), "utf8"));
  return all[[template, store, isRust(template) ? "rust" : language].join("/")];
}
