// One stop of Tab for a group of controls; arrow keys move inside.
import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

const CONTROLS = "button, a[href], input, select, textarea, video, audio, summary, [data-stop]";

/** Controls of a group, without those of popovers and dialogs inside. */
function controlsOf(box: HTMLElement): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => control.closest("[role=dialog], [role=menu], .composer, [data-free]") === null && control.tabIndex > -2);
}

/** Makes a group one stop of Tab. `axis` says which arrow keys move; `home` selects the control that Tab reaches first. */
export function useRoving(box: RefObject<HTMLElement | null>, axis: "x" | "y" | "xy", home?: string): void {
  useLayoutEffect(() => {
    const group = box.current;
    if (!group) return;
    let current: HTMLElement | null = null;
    const settle = (): void => {
      const all = controlsOf(group);
      const chosen = current && all.includes(current) ? current : ((home === undefined ? undefined : all.find((control) => control.matches(home))) ?? all[0] ?? null);
      for (const control of all) {
        const stop = control === chosen ? 0 : -1;
        if (control.tabIndex !== stop) control.tabIndex = stop;
      }
    };
    const focused = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement) || !controlsOf(group).includes(target)) return;
      current = target;
      settle();
    };
    const left = ({ relatedTarget }: FocusEvent): void => {
      if (home === undefined || (relatedTarget instanceof Node && group.contains(relatedTarget))) return;
      current = null;
      settle();
    };
    const moved = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      const { target } = event;
      const all = controlsOf(group).filter((control) => control.checkVisibility() && !control.matches(":disabled"));
      const at = target instanceof HTMLElement ? all.indexOf(target) : -1;
      if (at < 0) return;
      const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target instanceof HTMLMediaElement;
      const step = (axis !== "y" && !isField && { ArrowLeft: -1, ArrowRight: 1 }[event.key]) || (axis !== "x" && !(target instanceof HTMLSelectElement) && { ArrowUp: -1, ArrowDown: 1 }[event.key]) || 0;
      // The log itself scrolls by the arrows up and down.
      if (step === 0 || (target instanceof HTMLElement && target.dataset["stop"] !== undefined && /Up|Down/.test(event.key))) return;
      event.preventDefault();
      const next = all[(at + step + all.length) % all.length];
      next?.focus();
    };
    settle();
    const watcher = new MutationObserver(settle);
    watcher.observe(group, { childList: true, subtree: true });
    group.addEventListener("focusin", focused);
    group.addEventListener("focusout", left);
    group.addEventListener("keydown", moved);
    return () => {
      watcher.disconnect();
      group.removeEventListener("focusin", focused);
      group.removeEventListener("focusout", left);
      group.removeEventListener("keydown", moved);
    };
  }, []);
}
