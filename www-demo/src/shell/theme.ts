// Dark or light: as the system says, or as the visitor chose.
import { signal } from "@preact/signals";

/** What the switch can say. */
export type Theme = "auto" | "light" | "dark";

const ORDER: readonly Theme[] = ["auto", "light", "dark"];

/** Where the choice is stored: the documentation reads and writes the same entry. */
const KEY = "vitepress-theme-appearance";

const chosen = document.documentElement.dataset.theme;

/** The choice in force. */
export const theme = signal<Theme>(chosen === "light" || chosen === "dark" ? chosen : "auto");

/** The choice after the present one. */
export const nextTheme = (): Theme => ORDER[(ORDER.indexOf(theme.value) + 1) % ORDER.length] ?? "auto";

/** Colours the page. */
export function apply(next: Theme): void {
  theme.value = next;
  const root = document.documentElement;
  if (next === "auto") delete root.dataset.theme;
  else root.dataset.theme = next;
}

const isTheme = (value: string | null): value is Theme => ORDER.some((theme) => theme === value);

/** Follows choices in other tabs and in the documentation. A page in a frame is told by the page around it instead. */
export function followTheme(): void {
  addEventListener("storage", ({ key, newValue }) => {
    if (key === KEY) apply(isTheme(newValue) ? newValue : "auto");
  });
}

/** Chooses, and remembers it. */
export function choose(next: Theme): void {
  apply(next);
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Storage may be forbidden: the choice then lasts as long as the page.
  }
}
