// A host that is chosen in one group of tabs is chosen in all, also after the next visit.
const KEY = "botwire-tab";

const titleOf = (input: Element): string => document.querySelector(`label[for="${input.id}"]`)?.textContent?.trim() ?? "";

/** Chooses the tab of that title wherever there is one. */
function choose(title: string): void {
  for (const label of document.querySelectorAll<HTMLLabelElement>(".vp-code-group .tabs label")) {
    const input = label.htmlFor ? document.getElementById(label.htmlFor) : null;
    if (label.textContent?.trim() === title && input instanceof HTMLInputElement && !input.checked) label.click();
  }
}

/** Follows what the reader chooses. */
export function followTabs(): void {
  addEventListener("change", ({ target, isTrusted }) => {
    if (!isTrusted || !(target instanceof HTMLInputElement) || !target.closest(".vp-code-group")) return;
    const title = titleOf(target);
    localStorage.setItem(KEY, title);
    choose(title);
  });
}

/** Chooses what the reader chose before, on a page that has just been shown. */
export function restoreTabs(): void {
  const title = localStorage.getItem(KEY);
  if (title) choose(title);
}
