// Writes the service worker that keeps all files of the build, so that the site works offline once loaded.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/** Bytes from which a file waits until the visitor opens the playground: that is TypeScript. */
const LARGE = 2_000_000;

/** The samples wait as well, but for the one that the playground begins with, and that of the start page. */
const WAITING = /virtual:sample\/(?!(?:echo|boots)$)/;

/** The file in `public`, which is not part of the bundle. */
const FIRST = "first.js";

/** Adds `sw.js`, with the list of the build's files and a version that changes with any of them. */
export function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const digest = createHash("sha256");
        const files = Object.values(bundle).filter(({ fileName }) => !/\.(map|json|md)$/.test(fileName));
        const content = (file: (typeof files)[number]) => (file.type === "chunk" ? file.code : file.source);
        for (const file of files) digest.update(file.fileName).update(content(file));
        digest.update(readFileSync(new URL(`../public/${FIRST}`, import.meta.url)));
        const waits = (file: (typeof files)[number]): boolean => content(file).length >= LARGE || (file.type === "chunk" && WAITING.test(file.facadeModuleId ?? ""));
        const named = (isLater: boolean): string[] => files.filter((file) => waits(file) === isLater).map(({ fileName }) => fileName).sort();
        const version = digest.digest("hex").slice(0, 16);
        this.emitFile({ type: "asset", fileName: "sw.js", source: source(version, [...named(false), FIRST], named(true)) });
      },
    },
  };
}

const source = (version: string, names: readonly string[], later: readonly string[]): string => `// Keeps this build's files and serves them first.
const CACHE = ${JSON.stringify(`botwire-${version}`)};
const FILES = ${JSON.stringify(["./", ...names.filter((name) => name !== "index.html")])};
const LATER = ${JSON.stringify(later)};
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  // The build before stays: a page of it may be open, and load the rest of itself later.
  const old = (names) => names.filter((name) => name.startsWith("botwire-") && name !== CACHE).slice(0, -1);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});
// Whoever opened the playground is to have all of it offline.
self.addEventListener("message", (event) => {
  if (event.data !== "keep the playground") return;
  const keep = async () => {
    const cache = await caches.open(CACHE);
    for (const name of LATER) if (!(await cache.match(name))) await cache.add(name).catch(() => {});
  };
  event.waitUntil(keep());
});
// Only files of the site: a call of a bot is none of its business, nor may it end up in a cache.
const HOME = new URL("./", self.registration.scope).href;
self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { href } = Object.assign(new URL(url), { hash: "", search: "" });
  if (method !== "GET") return;
  // Pages are asked for first, so that a new build is seen at once; names of the assets change with their contents.
  const page = href === HOME + "index.html" ? HOME : href;
  if (["", "embed.html", ${JSON.stringify(FIRST)}].includes(page.slice(HOME.length)) && page.startsWith(HOME)) event.respondWith(fetch(event.request).catch(() => caches.match(page, { cacheName: CACHE })));
  else if (href.startsWith(HOME + "assets/")) event.respondWith(caches.match(href).then((kept) => kept ?? fetch(event.request)));
});
`;
