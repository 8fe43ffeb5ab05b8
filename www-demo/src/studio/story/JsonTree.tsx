// JSON as a tree, whose first two levels are open.
import { useState } from "preact/hooks";

/** Levels that are open at first. */
const OPEN = 2;
/** Members that are drawn; the others are counted. */
const MOST = 200;

/** A value that scrolls in itself. */
export function JsonTree({ value, label }: { value: unknown; label: string }) {
  return <div class="tree" tabIndex={0} role="region" aria-label={label}><Node value={value} level={0} /></div>;
}

function Node({ name, value, level }: { name?: string; value: unknown; level: number }) {
  const [isOpen, setOpen] = useState(level < OPEN);
  const key = name === undefined ? null : <><span class="json-key">{name}</span>: </>;
  if (typeof value !== "object" || value === null) return <div class="tree-leaf">{key}<Leaf name={name} value={value} /></div>;
  const members = Object.entries(value);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (members.length === 0) return <div class="tree-leaf">{key}{open}{close}</div>;
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{key}{open} <span class="tree-count">{members.length}{!isOpen && named(value)}</span>{!isOpen && ` ${close}`}</summary>
      {isOpen && members.slice(0, MOST).map(([member, content]) => <Node key={member} name={member} value={content} level={level + 1} />)}
      {isOpen && members.length > MOST && <div class="tree-leaf tree-count">… {members.length - MOST} more</div>}
    </details>
  );
}

/** The name and the identifier in a folded object. */
function named(value: object): string {
  const { first_name, title, username, id, text } = value as Record<string, unknown>;
  const words = [first_name ?? title ?? username ?? text, id].filter((part) => typeof part === "string" || typeof part === "number");
  return words.length === 0 ? "" : ` · ${words.join(", ").slice(0, 60)}`;
}

function Leaf({ name, value }: { name: string | undefined; value: unknown }) {
  const kind = typeof value === "string" ? "string" : typeof value === "number" ? "number" : "word";
  const isDate = typeof value === "number" && /(^|_)date$/.test(name ?? "") && value > 0;
  return <><span class={`json-${kind}`} dir="auto">{JSON.stringify(value) ?? "undefined"}</span>{isDate && <span class="tree-count"> {new Date(value * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "medium" })}</span>}</>;
}
