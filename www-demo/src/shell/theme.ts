// Dark or light: as the system says, or as the visitor chose.
import { computed, signal } from "@preact/signals";

/** The stored choice. */
export type Theme = "auto" | "light" | "dark";

/** The localStorage key of the theme. The documentation uses the same entry. */
const KEY = "vitepress-theme-appearance";

const chosen = document.documentElement.dataset.theme;
const theme = signal<Theme>(chosen === "light" || chosen === "dark" ? chosen : "auto");

const system = matchMedia("(prefers-color-scheme: dark)");
const isSystemDark = signal(system.matches);
system.addEventListener("change", ({ matches }) => (isSystemDark.value = matches));

/** True while the page is dark. */
export const isDark = computed(() => (theme.value === "auto" ? isSystemDark.value : theme.value === "dark"));

/** Colors the page. */
export function apply(next: Theme): void {
  theme.value = next;
  const root = document.documentElement;
  if (next === "auto") delete root.dataset.theme;
  else root.dataset.theme = next;
}

/** Follows changes in other tabs and in the documentation. In a frame, the embedding page sets the theme instead. */
export function followTheme(): void {
  addEventListener("storage", ({ key, newValue }) => {
    if (key === KEY) apply(newValue === "light" || newValue === "dark" ? newValue : "auto");
  });
}

/** Changes between dark and light, and remembers it. Like the documentation, it follows the system where both agree. */
export function toggleTheme(): void {
  const next = isDark.value ? "light" : "dark";
  const stored = (next === "dark") === isSystemDark.value ? "auto" : next;
  apply(stored);
  try {
    localStorage.setItem(KEY, stored);
  } catch {
    // Storage may be forbidden: the choice then lasts as long as the page.
  }
}
