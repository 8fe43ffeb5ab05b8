// The pages in order. The renderer lists those of the reference.
import { existsSync, readFileSync } from "node:fs";
import type { DefaultTheme } from "vitepress";

type Item = DefaultTheme.SidebarItem;

const pages = (folder: string, names: Record<string, string>): Item[] =>
  Object.entries(names).map(([name, text]) => ({ text, link: `/${folder}/${name}` }));

const GUIDE: Item[] = [
  {
    text: "Start",
    items: pages("guide", {
      "what-it-is": "What botwire is",
      "quick-start": "Quick start",
      cookbook: "Cookbook",
      limits: "Limits, and what it is not",
      comparison: "Comparison",
      versioning: "Versions and compatibility",
    }),
  },
  {
    text: "Hosts",
    items: pages("hosts", {
      index: "Overview",
      workers: "Cloudflare Workers",
      deno: "Deno",
      bun: "Bun",
      node: "Node",
      vercel: "Vercel and Next.js",
      hono: "Hono",
      nitro: "Nitro and Nuxt",
      lambda: "AWS Lambda",
      browser: "Browser page",
      rust: "Rust",
    }),
  },
  {
    text: "Write a bot",
    items: pages("guide", {
      "reply-or-call": "Reply or call",
      "commands-keyboards-callbacks": "Commands, keyboards, callbacks",
      modules: "Split a bot into modules",
      conversations: "Conversations",
      rust: "Bots in Rust",
      "answers-that-take-time": "Answers that take time",
      "inline-mode": "Inline mode",
      files: "Files up and down",
      payments: "Payments",
      games: "Games",
      middleware: "Middleware for calls",
      sessions: "Sessions and middleware",
      broadcast: "Broadcast",
    }),
  },
  {
    text: "Run a bot",
    items: pages("guide", {
      "going-live": "Before going live",
      command: "The program botwire",
      troubleshooting: "Troubleshooting",
      "how-updates-flow": "How updates flow",
      errors: "Errors, retries, timeouts",
      webhooks: "Webhooks",
      polling: "Polling",
      scale: "Duplicates, order, scale",
      "which-store": "Which store?",
      security: "Security",
      testing: "Test with the emulator",
      emulator: "What the emulator can do",
      "any-bot": "Bots in other libraries",
      schemas: "Schemas for other tools",
      performance: "Size and speed",
    }),
  },
  {
    text: "Coming from",
    items: pages("coming-from", {
      index: "Ten things side by side",
      rust: "The same in Rust",
      grammy: "grammY",
      telegraf: "telegraf",
      "node-telegram-bot-api": "node-telegram-bot-api",
      teloxide: "teloxide",
    }).concat(pages("guide", { "what-2018-lacks": "What 2018 does not have" })),
  },
];

const API: Item[] = [
  { text: "The package's functions", link: "/reference/api/" },
  { text: "The crate", link: "/reference/rust" },
];

/** The sidebars, by the prefix of the path. */
export function sidebar(): DefaultTheme.SidebarMulti {
  const guide = { "/guide/": GUIDE, "/hosts/": GUIDE, "/coming-from/": GUIDE };
  return {
    ...guide,
    "/reference/methods/": rendered("methods"),
    "/reference/types/": rendered("types"),
    "/reference/api/": [...API, ...rendered("api")],
    "/reference/rust": API,
  };
}

/** Reads the file that the renderer writes next to its pages. Empty before the first build. */
function rendered(folder: string): Item[] {
  const name = folder === "api" ? "typedoc-sidebar" : "sidebar";
  const file = new URL(`../reference/${folder}/${name}.json`, import.meta.url);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
}
