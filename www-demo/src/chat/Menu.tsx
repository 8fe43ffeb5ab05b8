// A menu behind a button, in the top layer of the page so that it is not clipped.
import "./menu.css";
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Icon, type IconName } from "../shell/icons.tsx";

/** A thing to choose. */
export interface MenuItem {
  readonly name: string;
  readonly icon?: IconName;
  /** An explanation in smaller type. */
  readonly note?: string;
  readonly isBad?: boolean;
  run(): void;
}

export interface MenuProps {
  /** The accessible name of the button. */
  label: string;
  /** The content of the button. Default: three dots. */
  children?: ComponentChildren;
  class?: string;
  /** A function is called when the menu opens. */
  items: readonly MenuItem[] | (() => readonly MenuItem[]);
}

/** The button and its menu. Arrow keys move, Escape closes. */
export function Menu({ label, children, class: styles = "icon-btn small", items }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = (refocus = true): void => {
    setOpen(false);
    if (refocus) button.current?.focus();
  };
  // Runs before other events: the next key may have been typed already.
  useLayoutEffect(() => {
    const menu = list.current;
    if (!isOpen || !menu) return;
    menu.showPopover();
    place(menu, button.current);
    menu.querySelector<HTMLElement>("[role=menuitem]")?.focus({ preventScroll: true });
    const leave = (event: Event): void => {
      if (!(event.target instanceof Node && menu.contains(event.target))) close(false);
    };
    addEventListener("pointerdown", leave, true);
    addEventListener("resize", leave);
    return () => {
      removeEventListener("pointerdown", leave, true);
      removeEventListener("resize", leave);
    };
  }, [isOpen]);
  const move = (event: KeyboardEvent): void => {
    const all = [...(list.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === "Escape" || event.key === "Tab") close(event.key === "Escape");
    else if (to !== undefined) all.at(to % all.length)?.focus();
    else return;
    if (event.key !== "Tab") event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <button
        ref={button} type="button" class={styles} aria-label={label} title={label} aria-haspopup="menu"
        aria-expanded={isOpen} aria-controls={isOpen ? id : undefined} onClick={() => setOpen(!isOpen)}
      >
        {children ?? <Icon name="more" size={16} />}
      </button>
      {isOpen && (
        <div ref={list} id={id} class="menu" popover="manual" role="menu" aria-label={label} onKeyDown={move}>
          {(typeof items === "function" ? items() : items).map((item) => (
            <button
              key={item.name} type="button" role="menuitem" tabIndex={-1} class={`menu-item${item.isBad ? " bad" : ""}`}
              onClick={() => (close(), item.run())}
            >
              {item.icon && <Icon name={item.icon} size={16} />}
              <span>
                {item.name}
                {item.note && <small>{item.note}</small>}
              </span>
            </button>
          ))}
        </div>
      )}
    </>
  );
}

/** Places the menu below the button, or above it if there is not enough room, within the window. */
function place(menu: HTMLElement, button: HTMLElement | null): void {
  const edge = button?.getBoundingClientRect();
  if (!edge) return;
  const { width, height } = menu.getBoundingClientRect();
  const below = edge.bottom + 4 + height < innerHeight - 8;
  menu.style.left = `${Math.max(8, Math.min(edge.right - width, innerWidth - width - 8))}px`;
  menu.style.top = `${Math.max(8, below ? edge.bottom + 4 : edge.top - 4 - height)}px`;
}
