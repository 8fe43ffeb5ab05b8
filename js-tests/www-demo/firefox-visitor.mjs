// Runs in a page next to the site, in Firefox: uses the dashboard as a visitor would, and tells what it saw.
import { all, errors, fill, frame, page, seen, settings, tell, until, watchErrors } from "./firefox-page.mjs";

const texts = new Set();

const named = (selector, name) => all(selector).find((element) => (element.ariaLabel ?? element.textContent).trim() === name);
const press = async (name) => (await until(name, () => { const found = named("button, a", name); return found && !found.disabled && found; })).click();
const waitForText = (text) => until(text, () => page().body.innerText.includes(text));

/** Goes to a part of the site. */
function go(hash) {
  texts.add(page().documentElement.outerHTML);
  frame.contentWindow.location.hash = hash;
}

async function connect(url) {
  await fill("#base-url", url);
  await fill("#token", settings.token);
  await press("Connect");
}

async function visit() {
  await until("the start", () => named("a", "Dashboard"));
  watchErrors();
  await press("Dashboard");
  await connect(settings.closed);
  await waitForText("does not let web pages in (CORS)");
  seen.push("CORS explained");
  await connect(settings.service);
  await waitForText(`@${settings.username}`);
  await waitForText("not set");
  seen.push("overview");
  go("#/dashboard/methods/sendMessage");
  await fill("input[name=chat_id]", settings.chat);
  await fill("textarea[name=text]", "x".repeat(4097));
  await waitForText("got 4097 visible characters");
  seen.push("checked while typing");
  await fill("textarea[name=text]", "from Firefox");
  await until("no fault", () => named(".verdict", "Ready"));
  await press("Call");
  await until("the result", () => page().querySelector("[aria-label=Result]")?.textContent.includes('"from Firefox"'));
  seen.push("called");
  go("#/dashboard/updates");
  await press("Receive");
  await waitForText("to be received");
  await press("Pause");
  await waitForText("paused");
  seen.push("received");
  go("#/dashboard/chats");
  await until("the conversation", () => page().querySelector(".conversation")?.innerText.includes("from Firefox"));
  seen.push("chats");
  go("#/dashboard/log");
  await until("the log", () => named("h2", "getUpdates"));
  seen.push("log");
  await press("Add another bot");
  await press("Use the emulator");
  await waitForText("emulator in this page");
  seen.push("emulator");
  go("#/playground");
}

await tell(visit, () => {
  texts.add(page().documentElement.outerHTML);
  const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, frame.contentWindow.location.href, frame.contentWindow.performance.getEntries()]);
  return { isDiscreet: ![...texts, ...errors, stored].some((text) => text.includes(settings.token)) };
});
