// The line of the search in a chat.
import "./search.css";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../shell/icons.tsx";
import type { ChatSearch } from "./search.ts";

/** The line, while the search is open. */
export function SearchLine({ search }: { search: ChatSearch }) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const { words, matches } = search;
  const count = matches.value.length;
  const key = (event: KeyboardEvent): void => {
    const deed = { Enter: () => search.move(event.shiftKey ? -1 : 1), ArrowUp: () => search.move(1), ArrowDown: () => search.move(-1), Escape: () => search.close() }[event.key];
    if (deed === undefined || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    deed();
  };
  return (
    <div class="chat-search" role="search" aria-label="This chat">
      <Icon name="search" size={14} />
      <input ref={field} type="search" aria-label="Search this chat" placeholder="Search this chat" value={words.value} onInput={({ currentTarget: { value } }) => search.find(value)} onKeyDown={key} />
      <span class="muted small" role="status">{words.value?.trim() && (count === 0 ? "Nothing found" : `${search.at + 1} of ${count}`)}</span>
      <button type="button" class="icon-btn small" aria-label="Older" title="Older (Enter)" disabled={count < 2} onClick={() => search.move(1)}><Icon name="up" size={14} /></button>
      <button type="button" class="icon-btn small" aria-label="Newer" title="Newer (Shift Enter)" disabled={count < 2} onClick={() => search.move(-1)}><Icon name="down" size={14} /></button>
      <button type="button" class="icon-btn small" aria-label="Close the search" onClick={() => search.close()}><Icon name="close" size={14} /></button>
    </div>
  );
}
