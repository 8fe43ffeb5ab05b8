// Selecting a host in one group of tabs selects it in all groups, and on the next visit.
const KEY = "botwire-tab";

const titleOf = (input: Element): string => document.querySelector(`label[for="${input.id}"]`)?.textContent?.trim() ?? "";

/** Selects the tab with that title in every group. */
function choose(title: string): void {
  for (const label of document.querySelectorAll<HTMLLabelElement>(".vp-code-group .tabs label")) {
    const input = label.htmlFor ? document.getElementById(label.htmlFor) : null;
    if (label.textContent?.trim() === title && input instanceof HTMLInputElement && !input.checked) label.click();
  }
}

/** Stores the reader's selection and applies it to the other groups. */
export function followTabs(): void {
  addEventListener("change", ({ target, isTrusted }) => {
    if (!isTrusted || !(target instanceof HTMLInputElement) || !target.closest(".vp-code-group")) return;
    const title = titleOf(target);
    localStorage.setItem(KEY, title);
    choose(title);
  });
}

/** Restores the reader's selection on a new page. */
export function restoreTabs(): void {
  const title = localStorage.getItem(KEY);
  if (title) choose(title);
}
