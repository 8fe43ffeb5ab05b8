// The core of the studio in firefox: a page of the same origin uses it in a frame, which the studio itself would refuse.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Bot, poll } from "botwire";
import { filesOf, visit } from "./firefox/visits.mjs";
import { serveStudio } from "./studio.mjs";

const PICTURE = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

const answer = (contentType, body) => ({ status: 200, contentType, body, fault: "", millis: 0 });

/** Serves the studio beside the page of a visit. */
async function serveVisit(name) {
  const files = await filesOf(name, "/");
  const own = {
    "/visit.html": answer("text/html", files["visit.html"]),
    "/visit.js": answer("text/javascript", files["visit.js"]),
    "/a.png": answer("image/png", PICTURE),
  };
  const framed = (file) => file && { ...file, headers: { ...file.headers, "content-security-policy": file.headers["content-security-policy"].replace("frame-ancestors 'none'", "frame-ancestors 'self'") } };
  return serveStudio({}, (files) => (path) => own[path] ?? framed(files(path)));
}

test("Firefox: how to connect a bot, and the first message", async () => {
  const { url, emulator, close } = await serveVisit("connect");
  emulator.user({ first_name: "Alice" });
  try {
    await visit(`${url}/visit.html`, {}, ["focus", "libraries", "start"]);
  } finally {
    await close();
  }
});

test("Firefox: the result of an unknown method is set on its row, listed and removed", async () => {
  const { url, emulator, token, close } = await serveVisit("unknown");
  emulator.user({ first_name: "Alice" });
  const call = async () => (await fetch(`${url}/bot${token}/setMyCommands`)).json();
  try {
    await call();
    await visit(`${url}/visit.html`, {}, ["row", "answered", "listed", "removed"]);
    assert.equal((await call()).ok, false);
  } finally {
    await close();
  }
});

test("Firefox: a message, a button, a file from disk, the wire and the clock", async () => {
  const { url, token, close } = await serveVisit("studio");
  const stop = new AbortController();
  const bot = new Bot({ baseUrl: url, token });
  const reply_markup = { inline_keyboard: [[{ text: "Press me", callback_data: "x" }]] };
  const polling = poll(bot, ({ message, callback_query }) => {
    if (callback_query) return { method: "answerCallbackQuery", callback_query_id: callback_query.id, text: "Thank you" };
    return message.text && { method: "sendMessage", chat_id: message.chat.id, text: `Echo: ${message.text}`, reply_markup };
  }, { signal: stop.signal });
  try {
    await visit(`${url}/visit.html`, { picture: "/a.png" }, ["answered", "pressed", "picture", "wire"]);
  } finally {
    stop.abort();
    await polling;
    await close();
  }
});
