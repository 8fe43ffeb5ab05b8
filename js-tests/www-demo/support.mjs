// The built site in Chromium: served from below a path, its console listened to, its storage looked through.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { createServer as createConnections } from "node:net";
import { setTimeout } from "node:timers/promises";
import { createEmulator, serve as serveEmulator } from "botwire/emulator";
import { serveSite } from "../../xtask/demo/web.mjs";
import { launch } from "../support/chromium.mjs";
import { eventually, PATIENCE } from "../support/eventually.mjs";
import { listen } from "../support/serve.mjs";

const require = createRequire(import.meta.url);

/** Resources that a failed test left open. */
const opened = new Set();

function closedAtEnd(thing) {
  opened.add(thing.close);
  return { ...thing, close: () => (opened.delete(thing.close), thing.close()) };
}

/** The folder of the built site; the xtask passes it. */
export function siteFolder() {
  assert.ok(process.env.WWW_DEMO, "WWW_DEMO names the folder of the built site: run this by `cargo xtask test www-demo`");
  return process.env.WWW_DEMO;
}

/** Origins of the sites that were served, which may use the service. */
const origins = [];

/** Serves the site below a path that is not the root, as any host might. */
export async function site(folder = siteFolder()) {
  const served = await serveSite(folder, { base: "/some/where/" });
  origins.push(new URL(served.url).origin);
  return served;
}

/** A browser, and the site in it. */
export async function openSite() {
  const served = await site();
  const browser = await launch();
  return {
    ...served,
    browser,
    async close() {
      await browser.close();
      await served.close();
      for (const close of opened) await close();
    },
  };
}

/** Slows the pages down by this factor: `SLOWNESS=6 cargo xtask test www-demo` finds tests that depend on time. */
const SLOWNESS = Number(process.env.SLOWNESS ?? 1);

/** Makes a page slow: its processor, and each of its files. */
async function slow(page) {
  await (await page.context().newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: SLOWNESS });
  await page.route("**/assets/**", async (route) => {
    await setTimeout(Math.random() * 200 * SLOWNESS);
    await route.continue();
  });
}

/** A page in a new context, with all messages of its console. `prepare` is called before anything is loaded. */
export async function openPage({ browser, url }, hash = "", { prepare, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  context.setDefaultTimeout(PATIENCE);
  // For `holdTime`.
  await page.addInitScript(() => {
    const { now } = Date;
    Date.now = () => globalThis.heldTime ?? now.call(Date);
  });
  if (SLOWNESS > 1) await slow(page);
  await prepare?.(page);
  const consoleMessages = [];
  page.on("console", (message) => consoleMessages.push({ type: message.type(), text: `${message.text()} ${message.location().url}` }));
  page.on("pageerror", (error) => consoleMessages.push({ type: "pageerror", text: `${error.message} ${error.stack}` }));
  await page.goto(`${url}${hash}`);
  return { page, context, consoleMessages };
}

/** Asserts no error in the console, and no token in the page, its console or its storage. */
export async function assertDiscreet({ page, context, consoleMessages }, ...tokens) {
  assert.deepEqual(consoleMessages.filter(({ type }) => type === "error" || type === "pageerror"), []);
  const contents = await page.evaluate(async () => {
    const values = [...document.querySelectorAll("input, textarea, select")].map((element) => (element.type === "password" ? "" : element.value));
    const cached = [];
    for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) cached.push(url);
    const databases = (await indexedDB.databases?.()) ?? [];
    const entries = performance.getEntries().map(({ name }) => name);
    return JSON.stringify([
      document.documentElement.outerHTML, values, { ...localStorage }, { ...sessionStorage }, document.cookie, location.href, history.state,
      window.name, document.title, cached, databases, entries,
    ]);
  });
  const all = `${contents}${JSON.stringify(await context.storageState())}${JSON.stringify(consoleMessages)}`;
  for (const token of tokens) assert.ok(!all.includes(token) && !all.includes(encodeURIComponent(token)), "the token is somewhere");
}

/** Serves a page with a content security policy that allows only the site's own files and `directives`. */
export const under = (directives) => (page) => {
  const own = { "default-src": "'none'", "img-src": "'self' blob:", "media-src": "blob:", "connect-src": "'self'", "worker-src": "'self'" };
  const policy = Object.entries({ ...own, ...directives }).map((pair) => pair.join(" ")).join("; ");
  return page.route(/\/$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": policy } });
  });
};

/** From now on no time passes for the page and the emulator in it; its timers run. */
export const holdTime = (page) => page.evaluate(() => void (globalThis.heldTime = Date.now()));

/** So many milliseconds pass at once. */
export const passTime = (page, ms) => page.evaluate((ms) => void (globalThis.heldTime += ms), ms);

/**
 * Watches for a text that is shown for a few seconds only, so that a slow machine does not miss it. Call it before the
 * action; the returned function waits until the text was shown.
 */
export async function watchFor(page, text) {
  const seen = await page.evaluateHandle((text) => {
    const seen = { is: false };
    const look = () => void (seen.is ||= document.body.innerText.includes(text));
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    return seen;
  }, text);
  return () => eventually(() => seen.evaluate(({ is }) => is), true, `“${text}” was shown`);
}

/** Asserts that axe finds nothing, once pending changes are done. */
export const assertAccessible = (page, what = "axe", options = {}) => eventually(() => axe(page, options), [], what);

/** The rules of axe that look at colors. */
export const OF_COLORS = { runOnly: ["color-contrast", "link-in-text-block"] };

/** The violations that axe finds. */
export async function axe(page, options = {}) {
  const source = await readFile(require.resolve("axe-core/axe.min.js"), "utf8");
  await page.evaluate(source);
  const { violations } = await page.evaluate((options) => globalThis.axe.run(document, { resultTypes: ["violations"], ...options }), options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`).join(" | ")}`);
}

/** The service over HTTP, backed by the emulator, with a user who has written to the bot. */
export async function service(options = {}) {
  const emulator = createEmulator(options);
  const { url, close } = await serveEmulator(emulator, { port: 0, cors: origins });
  const user = emulator.user({ first_name: "Alice", username: "alice" });
  user.unblock(); // She started the bot before.
  return closedAtEnd({ emulator, url, user, token: emulator.token, close: async () => (await close(), emulator.close()) });
}

/** A server that closes every connection at once; its port stays taken. */
export async function nothing() {
  return closedAtEnd(await listen(createConnections((socket) => socket.destroy())));
}

/** A server whose handler works with Node's request and response directly. */
export async function raw(handler) {
  return closedAtEnd(await listen(createServer(handler)));
}

/** Fills in where the bot is and connects. */
export async function connect(page, url, token) {
  await page.getByLabel("Base URL of the service").fill(url);
  await page.getByLabel("Token", { exact: true }).fill(token);
  await page.getByRole("button", { name: "Connect" }).click();
}
