// Runs in a page next to the studio, in Firefox: writes, presses, sends a file, and tells what it saw.

const frame = document.querySelector("iframe");
const given = Object.fromEntries(new URLSearchParams(location.search));
const seen = [];
const errors = [];

const page = () => frame.contentDocument;
const all = (selector) => [...page().querySelectorAll(selector)];

/** Looks until there is something. */
async function until(what, look) {
  for (let tries = 0; tries < 1200; tries++) {
    const found = page() && look();
    if (found) return found;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`${what} did not come; there is: ${page()?.body.innerText.slice(0, 600)}`);
}

const press = async (selector, name) => (await until(name, () => all(selector).find((each) => (each.ariaLabel ?? each.textContent).trim().startsWith(name) && !each.disabled))).click();
const says = (selector, text) => until(text, () => all(selector).some((each) => each.innerText.includes(text)));

async function visit() {
  const line = await until("the line", () => page().querySelector(".composer-text"));
  const { contentWindow } = frame;
  contentWindow.addEventListener("error", ({ message }) => errors.push(message));
  contentWindow.addEventListener("unhandledrejection", ({ reason }) => errors.push(String(reason)));
  contentWindow.console.error = (...values) => errors.push(values.join(" "));
  line.value = "hello";
  line.dispatchEvent(new contentWindow.InputEvent("input", { bubbles: true }));
  await press(".composer-send", "Send");
  await says(".message", "Echo: hello");
  await says(".studio-status", "polls for updates");
  seen.push("answered");
  await press(".inline-button", "Press me");
  await says(".exchange", "answerCallbackQuery");
  seen.push("pressed");
  const bytes = await (await fetch(given.picture)).arrayBuffer();
  const files = new contentWindow.DataTransfer();
  files.items.add(new contentWindow.File([bytes], "a.png", { type: "image/png" }));
  page().querySelector(".phone").dispatchEvent(new contentWindow.DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: files }));
  await until("the picture", () => all(".message img").some(({ naturalWidth }) => naturalWidth > 0));
  seen.push("picture");
  await press("[title^='Moves the clock an hour']", "+1 h");
  await says(".exchange", "sendMessage");
  seen.push("wire");
}

const outcome = await visit().then(() => ({}), (error) => ({ failed: `${error.message}\n${error.stack}` }));
await fetch(given.tell, { method: "POST", mode: "no-cors", body: JSON.stringify({ ...outcome, seen, errors }) });
