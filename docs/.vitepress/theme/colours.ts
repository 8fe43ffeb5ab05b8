// All colours change at once when the reader chooses dark or light, without the transitions of single elements. VueUse would do
// the same, but also at each load, where it makes the browser compute all styles anew.
import { useData } from "vitepress";
import { watch } from "vue";

const SWITCHING = "switching-colours";

/** Holds the transitions back while the colours change. */
export function switchColoursAtOnce(): void {
  const { classList } = document.documentElement;
  const held = (): void => {
    classList.add(SWITCHING);
    // Until the frame with the new colours is drawn.
    requestAnimationFrame(() => requestAnimationFrame(() => classList.remove(SWITCHING)));
  };
  watch(useData().isDark, held, { flush: "sync" });
}
