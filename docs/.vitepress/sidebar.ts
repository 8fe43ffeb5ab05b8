// The pages in order. The renderer lists those of the reference.
import { existsSync, readFileSync } from "node:fs";
import type { DefaultTheme } from "vitepress";

type Item = DefaultTheme.SidebarItem;

const pages = (folder: string, names: Record<string, string>): Item[] =>
  Object.entries(names).map(([name, text]) => ({ text, link: `/${folder}/${name}` }));

/** The parts of the reference, above the pages of each. */
const REFERENCE: Item[] = [
  { text: "Methods", link: "/reference/methods/" },
  { text: "Types", link: "/reference/types/" },
  { text: "Functions of the package", link: "/reference/api/" },
  { text: "The crate", link: "/reference/rust" },
];

const GUIDE: Item[] = [
  {
    text: "Start",
    items: [
      ...pages("guide", {
        "what-it-is": "What botwire is",
        "quick-start": "Quick start",
        comparison: "Comparison",
      }),
      {
        text: "Coming from another library",
        collapsed: true,
        items: pages("coming-from", {
          index: "Ten things side by side",
          rust: "The same in Rust",
          grammy: "grammY",
          telegraf: "telegraf",
          "node-telegram-bot-api": "node-telegram-bot-api",
          teloxide: "teloxide",
        }),
      },
    ],
  },
  {
    text: "Write",
    items: [
      ...pages("guide", {
        "commands-keyboards-callbacks": "Commands, keyboards, callbacks",
        "reply-or-call": "Reply or call",
        menus: "Menus",
        modules: "A bot of several files",
        conversations: "Conversations",
        sessions: "Sessions",
        i18n: "Languages",
        "answers-that-take-time": "Answers that take time",
        files: "Files up and down",
        "inline-mode": "Inline mode",
        payments: "Payments",
        games: "Games",
        broadcast: "Broadcast",
        middleware: "Change every call",
        cookbook: "Cookbook",
      }),
      {
        text: "In Rust",
        items: pages("guide", {
          rust: "Bots in Rust",
          "rust-updates": "Updates in Rust",
          "rust-calls": "Calls in Rust",
        }),
      },
    ],
  },
  {
    text: "Test",
    items: pages("guide", {
      testing: "Test with the emulator",
      emulator: "What the emulator can do",
      ci: "Tests in CI",
      tunnel: "A tunnel to your machine",
      "any-bot": "Bots in other libraries",
      scenarios: "Save and play a conversation",
    }),
  },
  {
    text: "Deploy",
    items: [
      ...pages("hosts", {
        index: "Choose a host",
        workers: "Cloudflare Workers",
        deno: "Deno",
        bun: "Bun",
        node: "Node",
        docker: "Docker",
        linux: "A Linux server",
        vercel: "Vercel and Next.js",
        hono: "Hono",
        nitro: "Nitro and Nuxt",
        lambda: "AWS Lambda",
        browser: "Browser page",
      }),
      {
        text: "In Rust",
        items: pages("hosts", {
          rust: "Rust",
          "rust-workers": "Rust in a worker",
          "rust-servers": "Rust on a server",
        }),
      },
      ...pages("guide", { "going-live": "Before going live" }),
    ],
  },
  {
    text: "Operate",
    items: pages("guide", {
      troubleshooting: "Troubleshooting",
      webhooks: "Webhooks",
      polling: "Polling",
      "polling-to-webhook": "From polling to a webhook",
      logging: "Logging",
      monitoring: "Monitoring and health",
      errors: "Errors, retries, timeouts",
      "how-updates-flow": "How updates flow",
      scale: "Duplicates, order, scale",
      "which-store": "Which store?",
      security: "Security",
      rotate: "Rotate the token or the path",
      "user-data": "Delete a user's data",
      performance: "Size and speed",
    }),
  },
  {
    text: "Reference",
    items: [
      ...REFERENCE,
      ...pages("guide", {
        command: "The program botwire",
        "error-codes": "Error codes",
        limits: "Limits, and what it is not",
        "what-2018-lacks": "What 2018 does not have",
        versioning: "Versions and compatibility",
        schemas: "Schemas for other tools",
      }),
    ],
  },
];

/** The sidebars, by the prefix of the path. */
export function sidebar(): DefaultTheme.SidebarMulti {
  const guide = { "/guide/": GUIDE, "/hosts/": GUIDE, "/coming-from/": GUIDE };
  return {
    ...guide,
    "/reference/methods/": reference("methods"),
    "/reference/types/": reference("types"),
    "/reference/api/": reference("api"),
    "/reference/rust": REFERENCE,
  };
}

/** The parts of the reference, and the pages of one of them. */
function reference(folder: string): Item[] {
  return [...REFERENCE, ...rendered(folder).filter(({ link }) => !REFERENCE.some((part) => part.link === link))];
}

/** Reads the file that the renderer writes next to its pages. Empty before the first build. */
function rendered(folder: string): Item[] {
  const name = folder === "api" ? "typedoc-sidebar" : "sidebar";
  const file = new URL(`../reference/${folder}/${name}.json`, import.meta.url);
  const items: Item[] = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
  return items.map(breakable);
}

/** A name that is too long for the sidebar breaks before a capital. */
const breakable = ({ text = "", items, ...item }: Item): Item => ({
  ...item,
  text: text.replace(/\w{22,}/g, (name) => name.replace(/(?<=[a-z\d])(?=[A-Z])/g, "<wbr>")),
  ...(items && { items: items.map(breakable) }),
});
