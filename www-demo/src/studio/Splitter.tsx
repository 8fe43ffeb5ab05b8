// A line between two panes, which is moved by the pointer or by arrow keys, and remembered for each layout.
import { useRef } from "preact/hooks";
import { type Signal, signal } from "@preact/signals";

const KEY = "botwire-studio-panes";
/** Pixels by which an arrow key moves. */
const STEP = 16;

type Sizes = Readonly<Record<string, number>>;

function read(): Sizes {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Sizes;
  } catch {
    return {};
  }
}

/** Sizes of panes in pixels, by layout and pane. */
export const sizes: Signal<Sizes> = signal(read());

function store(next: Sizes): void {
  sizes.value = next;
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Storage may be forbidden: the sizes then last as long as the page.
  }
}

export interface SplitterProps {
  /** The pane that gets the size, and its layout. */
  name: string;
  label: string;
  /** Whether the size grows to the right or to the left. */
  grows: 1 | -1;
  min: number;
  max: number;
  /** The class of its place in the grid. */
  class: string;
  /** Returns the present size of the pane. */
  measure: () => number;
}

export function Splitter({ name, label, grows, min, max, class: place, measure }: SplitterProps) {
  const from = useRef<readonly [x: number, size: number] | undefined>(undefined);
  const set = (size: number): void => store({ ...sizes.peek(), [name]: Math.round(Math.max(min, Math.min(max, size))) });
  const key = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    set(measure() + step * grows);
  };
  return (
    <div
      class={`splitter ${place}`} role="separator" aria-orientation="vertical" aria-label={label} tabIndex={0}
      aria-valuenow={Math.round(sizes.value[name] ?? measure())} aria-valuemin={min} aria-valuemax={max} title="Drag, or use the arrow keys. A double click resets it."
      onKeyDown={key} onDblClick={() => store(Object.fromEntries(Object.entries(sizes.peek()).filter(([known]) => known !== name)))}
      onPointerDown={(event) => ((from.current = [event.clientX, measure()]), event.currentTarget.setPointerCapture(event.pointerId))}
      onPointerMove={({ clientX }) => from.current && set(from.current[1] + (clientX - from.current[0]) * grows)}
      onPointerUp={() => (from.current = undefined)} onPointerCancel={() => (from.current = undefined)}
    />
  );
}
