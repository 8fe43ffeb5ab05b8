// The studio as the command serves it: the page and the control path of one emulator.
import assert from "node:assert/strict";
import { Bot, poll } from "botwire";
import { createEmulator } from "botwire/emulator";
import { PATIENCE } from "../support/eventually.mjs";

// Internal files of the installed package, which the command uses: no entry exports them.
const inPackage = (file) => import(new URL(file, import.meta.resolve("botwire/emulator")));
const { serveWith } = await inPackage("./http.js");
const { studioFiles } = await inPackage("./studio.js");

/** An emulator that serves the studio. `wrap` may change the page's files. */
export async function serveStudio(options, wrap = (files) => files) {
  const emulator = createEmulator(options);
  const { url, close } = await serveWith(emulator, { port: 0 }, wrap(studioFiles()));
  return { emulator, url, token: emulator.token, close: async () => (await close(), emulator.close()) };
}

/** A page with the studio, and its console output. */
export async function openPage(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 820 }, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  context.setDefaultTimeout(PATIENCE);
  const consoleMessages = [];
  page.on("console", (message) => consoleMessages.push({ type: message.type(), text: `${message.text()} ${message.location().url}` }));
  page.on("pageerror", (error) => consoleMessages.push({ type: "pageerror", text: `${error.message} ${error.stack}` }));
  await page.goto(`${url}/`);
  return { page, context, consoleMessages };
}

/** An emulator with a bot that polls, and the studio on it. `answer` gets a message, or the update for `of: "updates"`, and the bot. */
export async function openStudio(site, { answer, of = "messages", emulator, ...options } = {}) {
  const served = await serveStudio(emulator);
  const user = served.emulator.user({ first_name: "Alice", username: "alice" });
  user.unblock(); // She started the bot before.
  const stop = new AbortController();
  const bot = new Bot({ baseUrl: served.url, token: served.token });
  const polling = answer && poll(bot, (update) => (of === "updates" ? answer(update, bot) : update.message && answer(update.message, bot)), { signal: stop.signal });
  const opened = await openPage(site.browser, served.url, options);
  // Also when a test fails, which leaves it to the browser.
  opened.context.on("close", () => stop.abort());
  const close = async () => {
    await opened.context.close();
    await polling;
    await served.close();
  };
  return { ...served, ...opened, bot, user, close };
}

/** Passes the studio and its parts to `use`, and closes it even if the test fails. */
export async function inStudio(site, options, use) {
  const studio = await openStudio(site, options);
  const { page } = studio;
  const parts = {
    phone: page.getByRole("region", { name: "Phone" }), wire: page.getByRole("log", { name: "Requests and responses" }),
    users: page.getByRole("list", { name: "Users" }), chats: page.getByRole("list", { name: "Chats" }),
    choose: (name) => page.getByRole("menuitem", { name }).click(),
  };
  try {
    await use({ ...studio, ...parts });
    // The browser notes each refusal of the emulator.
    assert.deepEqual(studio.consoleMessages.filter(({ type, text }) => !["info", "log"].includes(type) && !text.includes("400 (Bad Request)")), []);
  } finally {
    await studio.close();
  }
}
