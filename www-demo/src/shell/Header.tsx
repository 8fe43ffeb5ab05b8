// The header: the links of the site, the controls of the page, the search, the colors, and a menu where it is narrow.
import "./bar.css";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import icon from "./icon.svg";
import { Icon } from "./icons.tsx";
import { SEARCH, SITE_LINKS } from "./links.ts";
import { route } from "./route.ts";
import { ThemeSwitch } from "./ThemeSwitch.tsx";

const search = (): void => location.assign(SEARCH);

/** The header. `children` are the controls of the page, after the links. */
export function Header({ children }: { children?: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const sheet = useRef<HTMLElement>(null);
  const here = `#/${route.value.split(/[/?]/)[0]}`;
  useEffect(() => setOpen(false), [route.value]);
  useEffect(() => {
    if (isOpen) sheet.current?.focus();
  }, [isOpen]);
  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, target } = event;
      // Editors have the shortcut for themselves.
      const isWriting = target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable=true]") !== null;
      if (key !== "k" || !(ctrlKey || metaKey) || isWriting) return;
      event.preventDefault();
      search();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, []);
  const close = ({ key }: KeyboardEvent): void => {
    if (key !== "Escape") return;
    setOpen(false);
    opener.current?.focus();
  };
  return (
    <header class="bar">
      <a class="brand" href="#/" aria-label="botwire, start page" aria-current={here === "#/" ? "page" : undefined}>
        <img src={icon} width="24" height="24" alt="" />
        <span>botwire</span>
      </a>
      <nav class="bar-nav" aria-label="Site">
        {SITE_LINKS.map(({ name, to }) => <a key={to} href={to} aria-current={to === here ? "page" : undefined}>{name}</a>)}
      </nav>
      {children}
      <span class="bar-space" />
      <button type="button" class="bar-search for-wide" title="Search the documentation" aria-keyshortcuts="Control+K" onClick={search}>
        <Icon name="search" size={14} /><span>Search</span><kbd aria-hidden="true" />
      </button>
      <button type="button" class="bar-button for-narrow" aria-label="Search" title="Search the documentation" onClick={search}><Icon name="search" /></button>
      <ThemeSwitch />
      <button ref={opener} type="button" class="bar-button for-narrow" aria-label="Menu" title="Menu" aria-expanded={isOpen} aria-controls="site-menu" onClick={() => setOpen(!isOpen)}>
        <Icon name={isOpen ? "close" : "menu"} />
      </button>
      {isOpen && (
        <nav ref={sheet} id="site-menu" class="bar-sheet" aria-label="Menu" tabIndex={-1} onKeyDown={close}>
          {SITE_LINKS.map(({ name, about, to }) => (
            <a key={to} href={to} aria-current={to === here ? "page" : undefined} onClick={() => setOpen(false)}>{name} <small>{about}</small></a>
          ))}
        </nav>
      )}
    </header>
  );
}
