// The studio as the command serves it: the page and the control path of one emulator.
import assert from "node:assert/strict";
import { Bot, poll } from "botwire";
import { createEmulator } from "botwire/emulator";
import { openPage } from "./support.mjs";

// Internal files of the installed package, which the command uses: no entry exports them.
const inPackage = (file) => import(new URL(file, import.meta.resolve("botwire/package.json")));
const { serveWith } = await inPackage("emulator/server/http.js");
const { studioFiles } = await inPackage("command/studio.js");

/** An emulator that serves the studio. `wrap` may change the page's files. */
export async function serveStudio(options, wrap = (files) => files) {
  const emulator = createEmulator(options);
  const { url, close } = await serveWith(emulator, { port: 0 }, wrap(studioFiles()));
  return { emulator, url, token: emulator.token, close: async () => (await close(), emulator.close()) };
}

/** A page with the studio, and its console output. */
export const openStudio = (browser, url, options) => openPage({ browser, url: `${url}/` }, "", { viewport: { width: 1280, height: 820 }, ...options });

/**
 * Passes to `use` an emulator with a bot that polls, and the studio on it with its parts. Closes all of it even if the test
 * fails. `answer` gets a message, or the update for `of: "updates"`, and the bot.
 */
export async function inStudio(site, { answer, of = "messages", emulator, ...options }, use) {
  const served = await serveStudio(emulator);
  const user = served.emulator.user({ first_name: "Alice", username: "alice" });
  user.unblock(); // She started the bot before.
  const stop = new AbortController();
  const bot = new Bot({ baseUrl: served.url, token: served.token });
  const polling = answer && poll(bot, (update) => (of === "updates" ? answer(update, bot) : update.message && answer(update.message, bot)), { signal: stop.signal });
  const { page, context, consoleMessages } = await openStudio(site.browser, served.url, options);
  const parts = {
    phone: page.getByRole("region", { name: "Phone" }), wire: page.getByRole("log", { name: "Updates and the calls that they caused" }),
    users: page.getByRole("list", { name: "Users" }), chats: page.getByRole("list", { name: "Chats" }),
    choose: (name) => page.getByRole("menuitem", { name }).click(),
    /** Does something in the one menu of the studio. */
    inMenu: async (name) => {
      await page.getByRole("banner").getByRole("button", { name: "Menu" }).click();
      await page.getByRole("dialog", { name: "Menu" }).getByRole("button", { name }).click();
    },
  };
  try {
    await use({ ...served, page, context, consoleMessages, bot, user, ...parts });
    // The browser notes each refusal of the emulator.
    assert.deepEqual(consoleMessages.filter(({ type, text }) => !["info", "log"].includes(type) && !text.includes("400 (Bad Request)")), []);
  } finally {
    await context.close();
    stop.abort();
    await polling;
    await served.close();
  }
}
