// The documentation site: plain files that work under any path of any static host.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { hangingLines } from "./lines.ts";
import { processTerm, tokenize } from "./search.ts";
import { sidebar } from "./sidebar.ts";
import { readableTables } from "./tables.ts";

export default defineConfig({
  title: "botwire",
  description: "Typed and checked bindings of a bot messaging service, for edge functions, servers, browsers and Rust",
  lang: "en",
  base: "./",
  // READMEs of sample folders are not pages, and parts are included in other pages.
  srcExclude: ["**/README.md", "node_modules/**", "parts/**"],
  outDir: process.env.DOCS_OUT ?? ".vitepress/dist",
  cacheDir: process.env.DOCS_CACHE ?? ".vitepress/cache",
  // A page may be served below any path, so the path of the icon is relative.
  transformHead: ({ pageData }) => {
    const up = "../".repeat(pageData.relativePath.split("/").length - 1);
    const name = pageData.relativePath.split("/").at(-1)!;
    const isIndex = pageData.relativePath === "index.md" || pageData.isNotFound;
    return [
      ["link", { rel: "icon", type: "image/svg+xml", href: `${up}icon.svg` }],
      ...(isIndex ? [] : [["link", { rel: "alternate", type: "text/markdown", href: name }] as [string, Record<string, string>]]),
    ];
  },
  // Hosts serve this page at any depth below docs/, where relative addresses would be wrong.
  transformHtml: (html, id) => id.endsWith("404.html")
    ? html.replace("<head>", () => `<head><script>if (/\\/docs\\/(?!404)/.test(location.pathname)) location.replace(location.pathname.replace(/\\/docs\\/.*/, "/docs/404.html"))</script>`)
    : undefined,
  // The theme does this when the reader switches, see `theme/colors.ts`.
  appearance: { disableTransition: false },
  vite: {
    resolve: {
      alias: [
        { find: /^\.\/VPSidebarGroup\.vue$/, replacement: fileURLToPath(new URL("theme/sidebar-group.ts", import.meta.url)) },
        { find: /^\.\/components\/VPNav\.vue$/, replacement: fileURLToPath(new URL("theme/SiteBar.vue", import.meta.url)) },
        { find: /^\.\/VPNavBarSearchButton\.vue$/, replacement: fileURLToPath(new URL("theme/SearchButton.vue", import.meta.url)) },
      ],
    },
  },
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    codeTransformers: [hangingLines],
    config: readableTables,
  },
  themeConfig: {
    sidebar: sidebar(),
    outline: [2, 3],
    search: {
      provider: "local",
      options: {
        miniSearch: {
          options: { processTerm, tokenize },
          searchOptions: {
            // A page with some of the words is better than no result. Pages with more of them come first.
            combineWith: "OR",
            fuzzy: 0.1,
            prefix: true,
            boost: { title: 6, titles: 2, text: 1 },
            // A reader who asks how to do something needs the guide before the declarations.
            boostDocument: (id) => (/\/(guide|hosts|coming-from)\//.test(id) ? 4 : /\/reference\/api\//.test(id) ? 0.5 : 1),
          },
        },
      },
    },
    notFound: { quote: "There is no page at this address. Use the search, or go to the start page.", linkText: "Start page", linkLabel: "Start page" },
    footer: { message: "MIT or Apache-2.0" },
  },
});
