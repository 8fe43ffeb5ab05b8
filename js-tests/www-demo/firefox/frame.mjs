// Runs before each visit of this folder, in a page in Firefox: uses the site in a frame, and reports what it saw.

const frame = document.querySelector("iframe");
const settings = Object.fromEntries(new URLSearchParams(location.search));
const seen = [];
const errors = [];

const page = () => frame.contentDocument;
const all = (selector) => [...page().querySelectorAll(selector)];
const nameOf = (element) => (element.ariaLabel ?? element.textContent).trim();

/** Repeats `look` until it finds something. */
async function until(what, look) {
  for (let tries = 0; tries < 1200; tries++) {
    const found = page() && look();
    if (found) return found;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`${what} did not come; there is: ${page()?.body.innerText.slice(0, 600)}`);
}

/** Clicks the first enabled element whose name starts with `name`. */
const press = async (selector, name) => (await until(name, () => all(selector).find((element) => nameOf(element).startsWith(name) && !element.disabled))).click();
const says = (selector, text) => until(text, () => all(selector).some((element) => element.innerText.includes(text)));

async function write(selector, text) {
  const field = await until(selector, () => page().querySelector(selector));
  field.value = text;
  field.dispatchEvent(new frame.contentWindow.InputEvent("input", { bubbles: true }));
}

/** Makes the visit once the element exists, and sends the outcome to the test; `more` adds data to it. */
async function tell(start, visit, more = () => ({})) {
  const watched = async () => {
    await until(start, () => page().querySelector(start));
    const { contentWindow } = frame;
    contentWindow.addEventListener("error", ({ message }) => errors.push(message));
    contentWindow.addEventListener("unhandledrejection", ({ reason }) => errors.push(String(reason)));
    contentWindow.console.error = (...values) => errors.push(values.join(" "));
    await visit(contentWindow);
  };
  const outcome = await watched().then(() => ({}), (error) => ({ failed: `${error.message}\n${error.stack}` }));
  await fetch(settings.tell, { method: "POST", mode: "no-cors", body: JSON.stringify({ ...outcome, seen, errors, ...more() }) });
}
