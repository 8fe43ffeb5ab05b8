// A page in Chromium, served over loopback, that imports files of js-tests and the packed package by an import map.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serveFolder } from "./serve.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Arguments of Chromium. Its sandbox refuses to run as root, as in containers. */
export const ARGUMENTS = readFileSync(new URL("chromium-arguments.txt", import.meta.url), "utf8").split("\n").filter((line) => line.startsWith("--"));
if (process.getuid?.() === 0) ARGUMENTS.push("--no-sandbox");

/** The path of the package in a page without a bundler. */
const ENTRY = "/node_modules/botwire/entries/browser.js";

/** Starts the browser. */
export function launch() {
  const executablePath = process.env.CHROME ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: ARGUMENTS });
}

/** Opens a page. `page.evaluate` can import "botwire" and "/path/in/js-tests". */
export async function openPage() {
  const html = `<!doctype html><meta charset="utf-8"><script type="importmap">${JSON.stringify({ imports: { botwire: ENTRY } })}</script>`;
  const site = await serveFolder(root, html);
  const browser = await launch();
  const page = await browser.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(`${site.url}/`);
  return {
    page,
    requested: site.requested,
    /** Uncaught errors. */
    complaints,
    async close() {
      await browser.close();
      await site.close();
    },
  };
}
