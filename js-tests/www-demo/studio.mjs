// The studio as the emulator will serve it: its page and the control path below one origin.
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { Readable } from "node:stream";
import { Bot, poll } from "botwire";
import { PATIENCE } from "../support/eventually.mjs";
import { raw, service, siteFolder } from "./support.mjs";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json" };

/** An emulator with a bot that polls, and the studio on it. `answer` gets a message and the bot. */
export async function openStudio(site, { answer, path = "studio.html", ...options } = {}) {
  const emulated = await service();
  const proxy = await raw(async (request, response) => {
    if (request.url.startsWith("/user/")) {
      const body = request.method === "GET" ? {} : { body: Readable.toWeb(request), duplex: "half" };
      const answered = await fetch(emulated.url + request.url, { method: request.method, headers: { "content-type": request.headers["content-type"] ?? "text/plain" }, ...body });
      response.writeHead(answered.status, { "content-type": answered.headers.get("content-type") ?? "text/plain" });
      return response.end(Buffer.from(await answered.arrayBuffer()));
    }
    const file = join(siteFolder(), new URL(request.url, "http://localhost").pathname);
    const content = await readFile(file).catch(() => undefined);
    response.writeHead(content ? 200 : 404, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(content);
  });
  const stop = new AbortController();
  const bot = new Bot({ baseUrl: emulated.url, token: emulated.token });
  const polling = answer && poll(bot, ({ message }) => message && answer(message, bot), { signal: stop.signal });
  const context = await site.browser.newContext({ viewport: { width: 1280, height: 820 }, reducedMotion: "reduce", ...options });
  // Also when a test fails, which leaves it to the browser.
  context.on("close", () => stop.abort());
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const consoleMessages = [];
  page.on("console", (message) => consoleMessages.push({ type: message.type(), text: `${message.text()} ${message.location().url}` }));
  page.on("pageerror", (error) => consoleMessages.push({ type: "pageerror", text: `${error.message} ${error.stack}` }));
  await page.goto(`${proxy.url}/${path}`);
  const close = async () => {
    await context.close();
    await polling;
    await proxy.close();
    await emulated.close();
  };
  return { ...emulated, page, context, consoleMessages, close };
}

/** Removes what is expected of an emulator without events: the browser reports that there are none. */
export const withoutEvents = (messages) => messages.filter(({ text }) => !text.includes("/user/events"));
