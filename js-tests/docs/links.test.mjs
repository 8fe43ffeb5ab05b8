// Every link of the built documentation leads to an existing page and anchor. External links are not requested.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, posix, sep } from "node:path";
import { before, test } from "node:test";
import { root } from "../support/target.mjs";
import { methods } from "../support/spec.mjs";

/** The built site; the documentation is one of its folders. */
const site = process.env.WWW_DEMO;
const pages = new Map();

before(() => {
  assert.ok(site, "WWW_DEMO names the folder of the built site: run this by `cargo xtask test docs`");
  for (const name of readdirSync(join(site, "docs"), { recursive: true })) {
    const path = name.split(sep).join("/");
    // rustdoc checks its own links, with warnings denied.
    if (!path.endsWith(".html") || path.startsWith("rust/")) continue;
    const html = readFileSync(join(site, "docs", path), "utf8");
    const ids = new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => decode(id)));
    const links = [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, link]) => decode(link));
    pages.set(`docs/${path}`, { ids, links: new Set(links) });
  }
});

test("there is a page for each method, each type and each page of the guide", () => {
  const schema = JSON.parse(readFileSync(join(root, "js-tests/node_modules/botwire/schema.json"), "utf8"));
  const types = [schema.objects, schema.unions, schema.enumerations].flatMap(Object.keys);
  assert.deepEqual(Object.keys(schema.methods).sort(), Object.keys(methods).sort());
  const wanted = [
    ...Object.keys(schema.methods).map((name) => `docs/reference/methods/${name}.html`),
    ...types.map((name) => `docs/reference/types/${name}.html`),
    ...["guide", "hosts", "coming-from"].flatMap((folder) =>
      readdirSync(join(root, "docs", folder)).filter((name) => name.endsWith(".md")).map((name) => `docs/${folder}/${name.replace(/md$/, "html")}`)),
  ];
  assert.deepEqual(wanted.filter((page) => !pages.has(page)), []);
  const fields = Object.values(schema.methods).flatMap(({ params }) => params).length;
  const anchors = Object.entries(schema.methods).flatMap(([name, { params }]) =>
    params.filter((field) => pages.get(`docs/reference/methods/${name}.html`).ids.has(field.name)));
  assert.equal(anchors.length, fields, "each parameter has a place of its own");
});

test("every link leads to a file of the site, and to a place in it", () => {
  const broken = [];
  let count = 0;
  for (const [page, { links }] of pages) {
    for (const link of links) {
      if (/^(https?:|mailto:|data:|blob:)/.test(link)) continue;
      count += 1;
      // Only relative links work below any path.
      if (link.startsWith("/") || !leads(page, link)) broken.push(`${page}: ${link}`);
    }
  }
  assert.ok(count > 10_000, `${count} links`);
  assert.deepEqual(broken, []);
});

test("the documentation and the other parts of the site link to each other", () => {
  const targets = [...pages.get("docs/guide/quick-start.html").links].map((link) => posix.join("docs/guide", link));
  for (const view of ["playground", "dashboard"]) assert.ok(targets.includes(`#/${view}`), view);
  const scripts = readdirSync(join(site, "assets")).filter((name) => name.endsWith(".js")).map((name) => readFileSync(join(site, "assets", name), "utf8"));
  assert.ok(scripts.some((text) => /["'`](\.\/)?docs\//.test(text)), "playground and dashboard link to docs/");
});

function leads(page, link) {
  const [path, hash = ""] = link.split("#");
  let target = path === "" ? page : posix.normalize(posix.join(posix.dirname(page), decodeURIComponent(path.split("?")[0])));
  if (target === "." || target === "./") target = "index.html";
  if (target.endsWith("/")) target += "index.html";
  if (target === "index.html") return route(hash);
  const file = join(site, target);
  if (!existsSync(file) || !statSync(file).isFile()) return false;
  const known = pages.get(target);
  return hash === "" || !known || known.ids.has(decodeURIComponent(hash));
}

/** A view of the playground or the dashboard. */
function route(hash) {
  const [, view, part, name] = hash.split("/");
  if (view === "playground") return part === undefined || existsSync(join(root, "docs/samples", `${part}.ts`));
  const method = `docs/reference/methods/${name?.split("?")[0]}.html`;
  if (view === "dashboard") return part === undefined || (part === "try" && pages.has(method));
  return hash === "" || hash === "/";
}

function decode(text) {
  return text.replace(/&#39;|&quot;|&lt;|&gt;|&amp;/g, (entity) => ({ "&#39;": "'", "&quot;": '"', "&lt;": "<", "&gt;": ">", "&amp;": "&" })[entity]);
}
