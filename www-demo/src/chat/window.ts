// Draws only the messages of a long chat that are near the reader's scroll position.
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

/** Messages that are drawn at once. */
const DRAWN = 160;
/** Messages by which the window moves. */
const STEP = 30;
/** Pixels from an end of the window at which it moves. */
const NEAR = 600;
/** Pixels from the end at which new messages are followed. */
const AT_END = 60;

/** The range that is drawn, and functions to move it. */
export interface Window {
  readonly first: number;
  readonly end: number;
  /** True while the latest message is in view. */
  readonly isAtEnd: boolean;
  scrolled(): void;
  toEnd(): void;
  /** Draws the item of that number, to scroll to it. */
  show(at: number): void;
}

/** The window of a chat of so many messages. New ones are followed unless the reader has scrolled up. */
export function useWindow(box: RefObject<HTMLDivElement | null>, count: number, changes: unknown): Window {
  // If undefined, the view follows the latest messages.
  const [moved, move] = useState<number | undefined>(undefined);
  const [isAtEnd, setAtEnd] = useState(true);
  const follows = useRef(true);
  /** The message at the top of the view, and its offset. */
  const anchor = useRef<readonly [message: string, top: number] | undefined>(undefined);
  const end = moved === undefined ? count : Math.min(moved, count);
  const first = Math.max(0, end - DRAWN);
  const toBottom = (): void => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  };
  useLayoutEffect(() => {
    const element = anchor.current && box.current?.querySelector(`[data-message="${anchor.current[0]}"]`);
    if (element && anchor.current && box.current) box.current.scrollTop += element.getBoundingClientRect().top - anchor.current[1];
    anchor.current = undefined;
  }, [end]);
  useLayoutEffect(() => {
    if (follows.current && moved === undefined) toBottom();
  }, [changes, moved]);
  useEffect(() => {
    if (!box.current) return;
    // Pictures and keyboards that come later push the end away.
    const watcher = new ResizeObserver(() => follows.current && toBottom());
    watcher.observe(box.current);
    if (box.current.firstElementChild) watcher.observe(box.current.firstElementChild);
    return () => watcher.disconnect();
  }, []);
  const moveTo = (next: number): void => {
    const top = box.current?.getBoundingClientRect().top ?? 0;
    const seen = [...(box.current?.querySelectorAll<HTMLElement>("[data-message]") ?? [])].find((element) => element.getBoundingClientRect().bottom > top);
    if (seen) anchor.current = [seen.dataset["message"] ?? "", seen.getBoundingClientRect().top];
    move(next >= count ? undefined : next);
  };
  const scrolled = (): void => {
    if (!box.current || anchor.current) return;
    const { scrollTop, scrollHeight, clientHeight } = box.current;
    const below = scrollHeight - scrollTop - clientHeight;
    follows.current = below < AT_END && end === count;
    setAtEnd(follows.current);
    if (scrollTop < NEAR && first > 0) moveTo(Math.max(end - STEP, Math.min(DRAWN, count)));
    else if (below < NEAR && end < count) moveTo(end + STEP);
    // New messages must not push away the ones being read.
    else if (!follows.current && moved === undefined && first > 0) move(count);
  };
  const toEnd = (): void => {
    follows.current = true;
    setAtEnd(true);
    move(undefined);
    toBottom();
  };
  const show = (at: number): void => {
    follows.current = false;
    move(at + STEP >= count ? count : Math.max(at + STEP, Math.min(DRAWN, count)));
  };
  return { first, end, isAtEnd, scrolled, toEnd, show };
}
