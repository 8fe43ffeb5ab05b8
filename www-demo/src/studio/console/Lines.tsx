// Lines of the bot's output in their colors.
import "./console.css";
import type { OutputLine } from "botwire/emulator";
import { clockTime } from "../story/format.ts";
import { spansOf } from "./ansi.ts";

export const Lines = ({ lines }: { lines: readonly OutputLine[] }) => (
  <>
    {lines.map(({ number, time, stream, text }) => (
      <p key={number} class={`console-line${stream === "stderr" ? " error" : ""}`}>
        <time>{clockTime(time)}</time>
        <span dir="auto">{stream === "stderr" && <span class="visually-hidden">Error: </span>}{spansOf(text).map((span, index) => <span key={index} class={span.style || undefined}>{span.text}</span>)}</span>
      </p>
    ))}
  </>
);
