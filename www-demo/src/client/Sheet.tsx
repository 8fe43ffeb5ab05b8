// A sheet that covers the chat, with the focus inside. Escape closes it.
import "./sheet.css";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useId, useRef } from "preact/hooks";
import { Icon } from "../shell/icons.tsx";

export interface SheetProps {
  title: string;
  onClose(): void;
  children: ComponentChildren;
  /** Fills the chat. */
  isTall?: boolean;
}

/** Keeps Tab inside the sheet. */
function stayInside(event: KeyboardEvent, box: HTMLElement | null): void {
  const all = [...(box?.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea") ?? [])].filter((control) => !control.matches(":disabled") && control.checkVisibility());
  const [first, last] = [all[0], all.at(-1)];
  const here = document.activeElement;
  const isLeaving = event.shiftKey ? here === first || here === box : here === last;
  if (!isLeaving) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}

/** The frame of a sheet. */
export function Sheet({ title, onClose, children, isTall = false }: SheetProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    const first = box.current?.querySelector<HTMLElement>("[data-first], .sheet-body input, .sheet-body button");
    (first ?? box.current)?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [title]);
  const key = (event: KeyboardEvent): void => {
    if (event.key === "Tab") return stayInside(event, box.current);
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onClose();
  };
  return (
    <div class="sheet-back" onKeyDown={key} onClick={(event) => event.target === event.currentTarget && onClose()}>
      <div ref={box} class={`sheet${isTall ? " tall" : ""}`} role="dialog" aria-modal="true" aria-labelledby={id} tabIndex={-1}>
        <div class="sheet-head">
          <h2 id={id} dir="auto">{title}</h2>
          <button type="button" class="icon-btn small" aria-label="Close" onClick={onClose}><Icon name="close" size={16} /></button>
        </div>
        <div class="sheet-body">{children}</div>
      </div>
    </div>
  );
}
