// The core of the site in Firefox: start page, dashboard and playground.
import assert from "node:assert/strict";
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { temporary } from "../support/temporary.mjs";
import { filesOf, visit } from "./firefox/visits.mjs";
import { raw, service, site, siteFolder } from "./support.mjs";

/** Serves a copy of the site with the page of a visit. */
async function serveVisit(name, src) {
  const folder = temporary();
  await cp(siteFolder(), folder, { recursive: true });
  for (const [file, text] of Object.entries(await filesOf(name, src))) await writeFile(join(folder, file), text);
  const { url, close } = await site(folder);
  after(close);
  return `${url}visit.html`;
}

test("dashboard: connecting, explaining, forms, updates, chats, log, emulator", async () => {
  const page = await serveVisit("dashboard", "./");
  const { emulator, url, user, token, close } = await service();
  const closed = await raw((_request, response) => response.writeHead(200).end("{}"));
  try {
    user.write("to be received");
    const settings = { service: url, closed: closed.url, token, chat: String(user.id), username: emulator.bot.username };
    const { isDiscreet } = await visit(page, settings, ["CORS explained", "overview", "checked while typing", "called", "received", "chats", "log", "emulator"]);
    assert.ok(isDiscreet, "the token is somewhere in the page");
    assert.equal((await user.nextMessage()).text, "from Firefox");
  } finally {
    for (const end of [close, closed.close]) await end();
  }
});

test("start page: a bot and its wire, then the header to the dashboard and the search", async () => {
  await visit(await serveVisit("start", "./"), {}, ["wire", "pressed", "health", "search"]);
});

test("playground: the bot answers, a type error is shown, buttons, a payment, the wire, a fault", async () => {
  await visit(await serveVisit("playground", "./#/playground"), {}, ["answered", "type error", "pressed", "paid", "wire", "fault"]);
});
