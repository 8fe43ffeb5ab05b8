// JSON in colors, and buttons that copy.
import { useState } from "preact/hooks";
import { Icon } from "../shell/icons.tsx";

/** Characters that are colored; more is shown plain. */
const COLORED = 60_000;

/** A text of JSON, which scrolls in itself. */
export function Json({ text, label }: { text: string; label: string }) {
  return <pre class="json" tabIndex={0} role="region" aria-label={label}><code>{text.length > COLORED ? text : colored(text)}</code></pre>;
}

function colored(text: string) {
  const parts = text.split(/("(?:[^"\\]|\\.)*"(?:\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/);
  return parts.map((part, index) => {
    if (index % 2 === 0) return part;
    const kind = part.endsWith(":") ? "key" : part.startsWith('"') ? "string" : /^[tfn]/.test(part) ? "word" : "number";
    return <span key={index} class={`json-${kind}`}>{part}</span>;
  });
}

/** Copies a text, and says so. */
export function CopyButton({ text, children }: { text: () => string | Promise<string>; children: string }) {
  const [notice, setNotice] = useState("");
  const copy = (): void => {
    const done = (word: string): void => {
      setNotice(word);
      setTimeout(() => setNotice(""), 1500);
    };
    // The text may take a moment, and Safari wants the clipboard to be asked within the press.
    const made = Promise.resolve(text()).then((ready) => new Blob([ready], { type: "text/plain" }));
    const written = "ClipboardItem" in window
      ? navigator.clipboard.write([new ClipboardItem({ "text/plain": made })])
      : made.then(async (blob) => navigator.clipboard.writeText(await blob.text()));
    written.then(() => done("Copied"), () => done("Not allowed"));
  };
  return (
    <button type="button" class="btn small" onClick={copy}>
      <Icon name={notice === "Copied" ? "check" : "copy"} size={14} /> <span aria-live="polite">{notice || children}</span>
    </button>
  );
}
