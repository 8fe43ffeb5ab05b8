// A popover behind a button of the header: a dialog without a veil. Escape and a press outside close it.
import "./popover.css";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";

export interface PopoverProps {
  label: string;
  button: ComponentChildren;
  class?: string;
  /** True if the content of the button is its name. */
  isNamed?: boolean;
  children: (close: () => void) => ComponentChildren;
}

export function Popover({ label, button, class: styles = "btn small ghost", isNamed = false, children }: PopoverProps) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = (refocus = true): void => {
    setOpen(false);
    if (refocus) opener.current?.focus();
  };
  useEffect(() => {
    if (!isOpen) return;
    box.current?.focus({ preventScroll: true });
    const leave = ({ target }: Event): void => {
      const isInside = target instanceof Node && (box.current?.contains(target) || opener.current?.contains(target));
      if (!isInside) close(false);
    };
    addEventListener("pointerdown", leave, true);
    return () => removeEventListener("pointerdown", leave, true);
  }, [isOpen]);
  const key = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  };
  return (
    <>
      <button ref={opener} type="button" class={styles} aria-label={isNamed ? undefined : label} title={label} aria-haspopup="dialog" aria-expanded={isOpen} aria-controls={isOpen ? id : undefined} onClick={() => setOpen(!isOpen)}>{button}</button>
      {isOpen && <div ref={box} id={id} class="popover" role="dialog" aria-label={label} tabIndex={-1} onKeyDown={key}>{children(() => close())}</div>}
    </>
  );
}
