// Changes all colors at once when the reader switches between dark and light, without transitions of single elements.
// VueUse does this at each page load too, which makes the browser recompute all styles.
import { useData } from "vitepress";
import { watch } from "vue";

const SWITCHING = "switching-colors";

/** Disables transitions while the colors change. */
export function switchColorsAtOnce(): void {
  const { classList } = document.documentElement;
  const held = (): void => {
    classList.add(SWITCHING);
    // Waits until the frame with the new colors is drawn.
    requestAnimationFrame(() => requestAnimationFrame(() => classList.remove(SWITCHING)));
  };
  watch(useData().isDark, held, { flush: "sync" });
}
