// Runs in a page next to the site, in Firefox: plays the users of the playground, edits the bot, and tells what it saw.

const frame = document.querySelector("iframe");
const given = Object.fromEntries(new URLSearchParams(location.search));
const seen = [];
const errors = [];

const page = () => frame.contentDocument;

/** Looks until there is something. */
async function until(what, look) {
  for (let tries = 0; tries < 1200; tries++) {
    const found = page() && look();
    if (found) return found;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`${what} did not come; there is: ${page()?.body.innerText.slice(0, 600)}`);
}

const all = (selector) => [...page().querySelectorAll(selector)];
const press = async (selector, name) => (await until(name, () => all(selector).find((each) => (each.ariaLabel ?? each.textContent).trim().startsWith(name) && !each.disabled))).click();
const says = (selector, text) => until(text, () => all(selector).some((each) => each.innerText.includes(text)));

async function write(text) {
  const line = await until("the line", () => page().querySelector(".composer-text"));
  line.value = text;
  line.dispatchEvent(new InputEvent("input", { bubbles: true }));
  await press(".composer-send", "Send");
}

async function choose(name, bot) {
  await press(".example-pick", "Example:");
  await press("[role=menuitem]", name);
  await says(".chat-tab", bot);
}

async function visit() {
  await until("the phone", () => page().querySelector(".try"));
  const { contentWindow } = frame;
  contentWindow.addEventListener("error", ({ message }) => errors.push(message));
  contentWindow.addEventListener("unhandledrejection", ({ reason }) => errors.push(String(reason)));
  contentWindow.console.error = (...values) => errors.push(values.join(" "));
  await press(".try", "/start");
  await says(".message", "Hi, Alice! Write something");
  seen.push("answered");
  await says(".status", "Runs, and TypeScript agrees");
  const editor = await until("the editor", () => page().querySelector(".cm-content"));
  editor.focus();
  contentWindow.getSelection().selectAllChildren(editor.querySelector(".cm-line"));
  page().execCommand("insertText", false, "const broken: string = 42;");
  await says(".output-line", "Type 'number' is not assignable to type 'string'.");
  await press(".output-line .btn", "Line 1");
  seen.push("type error");
  await press(".code-panel .btn", "Undo all edits");
  await says(".status", "Runs, and TypeScript agrees");
  await choose("Menu with buttons", "Chez Botwire");
  await press(".try", "I am hungry");
  await press(".inline-button", "Pizza");
  await says(".message", "You chose Pizza.");
  seen.push("pressed");
  await choose("Shop with payments", "Mug shop");
  await write("a mug, please");
  await press(".inline-button", "Pay");
  await press(".sheet button", "Continue to shipping");
  await press(".sheet button", "Pay");
  await says(".note", "Alice paid");
  seen.push("paid");
  await says(".exchange", "pre_checkout_query");
  seen.push("wire");
}

const outcome = await visit().then(() => ({}), (error) => ({ failed: `${error.message}\n${error.stack}` }));
await fetch(given.tell, { method: "POST", mode: "no-cors", body: JSON.stringify({ ...outcome, seen, errors }) });
