// What the pages of the tests in Firefox share: each uses the site in a frame as a visitor would, and tells what it saw.

export const frame = document.querySelector("iframe");
export const settings = Object.fromEntries(new URLSearchParams(location.search));
export const seen = [];
export const errors = [];

export const page = () => frame.contentDocument;
export const all = (selector) => [...page().querySelectorAll(selector)];

/** Looks until there is something. */
export async function until(what, look) {
  for (let tries = 0; tries < 1200; tries++) {
    const found = page() && look();
    if (found) return found;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`${what} did not come; there is: ${page()?.body.innerText.slice(0, 600)}`);
}

export const press = async (selector, name) => (await until(name, () => all(selector).find((each) => (each.ariaLabel ?? each.textContent).trim().startsWith(name) && !each.disabled))).click();
export const says = (selector, text) => until(text, () => all(selector).some((each) => each.innerText.includes(text)));

/** Writes into a field. */
export async function fill(selector, text) {
  const field = await until(selector, () => page().querySelector(selector));
  field.value = text;
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

/** Notes the errors of the frame from now on. */
export function watchErrors() {
  const { contentWindow } = frame;
  contentWindow.addEventListener("error", ({ message }) => errors.push(message));
  contentWindow.addEventListener("unhandledrejection", ({ reason }) => errors.push(String(reason)));
  contentWindow.console.error = (...values) => errors.push(values.join(" "));
}

/** Carries out a visit, and tells the test how it went. */
export async function tell(visit, more = () => ({})) {
  const outcome = await visit().then(() => ({}), (error) => ({ failed: `${error.message}\n${error.stack}` }));
  await fetch(settings.tell, { method: "POST", mode: "no-cors", body: JSON.stringify({ ...outcome, seen, errors, ...more() }) });
}
