// The bot's code: the example menu, the editor, and errors.
import "./code.css";
import "./editor/editor.css";
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../shell/icons.tsx";
import { useMedia, WIDE } from "../shell/media.ts";
import { begin, diagnose, example, failure, isEdited, isFromLink, play, restore, source } from "./state.ts";
import { DriverSwitch } from "./DriverSwitch.tsx";
import { ExamplePick } from "./ExamplePick.tsx";
import { CopyLink, LinkedCode } from "./LinkedCode.tsx";
import { Output } from "./Output.tsx";
import { startTypescript, typescriptState } from "./typescript/client.ts";

/** The panel with the code. The editor is loaded once `isShown` is true. */
export function CodePanel({ isShown }: { isShown: boolean }) {
  const isWide = useMedia(WIDE);
  return (
    <section class="panel code-panel" aria-label="Code of the bot">
      <header class="panel-head">
        {!isWide && <ExamplePick />}
        <DriverSwitch />
        <span class="panel-actions">
          {isEdited.value && !isFromLink.value && <button type="button" class="btn small ghost" onClick={restore}>Undo all edits</button>}
          {!isWide && <CopyLink />}
          <CopyButton />
          <button type="button" class="icon-btn small" aria-label="Begin again with empty chats" title="Begin again with empty chats" onClick={() => void begin(example.value)}>
            <Icon name="reset" size={16} />
          </button>
        </span>
      </header>
      <LinkedCode />
      <CodePlace isShown={isShown} isEager />
      {failure.value && <p class="panel-fault" role="alert">The playground could not start: {failure.value}</p>}
      <Output />
    </section>
  );
}

/** The editor, or the bare code until it is loaded. `isEager` fetches TypeScript before the first edit asks for it. */
export function CodePlace({ isShown, isEager = false }: { isShown: boolean; isEager?: boolean }) {
  const [Editor, setEditor] = useState<ComponentType | undefined>(undefined);
  const [isMissing, setMissing] = useState(false);
  const isBotThere = play.value !== undefined || failure.value !== "";
  useEffect(() => {
    // The first paint and the bot come before the editor.
    if (!isShown || !isBotThere || Editor) return;
    let isHere = true;
    const whenIdle = (act: () => void): void => {
      const run = (): void => void (isHere && act());
      if ("requestIdleCallback" in window) requestIdleCallback(run, { timeout: 1500 });
      else setTimeout(run, 400);
    };
    whenIdle(() => {
      // Its code and its first drawing are a long task each: not one of twice the length.
      import("./editor/Editor.tsx").then(({ default: loaded }) => whenIdle(() => setEditor(() => loaded)), () => setMissing(true));
      if (isEager) startTypescript();
    });
    return () => void (isHere = false);
  }, [isShown, isBotThere]);
  const state = typescriptState.value;
  useEffect(() => {
    if (state === "ready") void diagnose();
  }, [state, example.value]);
  if (Editor) return <Editor />;
  return (
    <div class="editor">
      <pre class="editor-plain" tabIndex={0} aria-label="Code of the bot"><code>{source.value}</code></pre>
      {isMissing && <p class="panel-fault" role="alert">The editor could not be loaded. Check the connection.</p>}
    </div>
  );
}

/** Copies the code. */
export function CopyButton() {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    // Insecure pages have no clipboard.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    await clipboard?.writeText(source.value).then(() => setCopied(true), () => setCopied(false));
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <button type="button" class="icon-btn small" aria-label={isCopied ? "Copied" : "Copy the code"} title="Copy the code" onClick={() => void copy()}>
      <Icon name={isCopied ? "check" : "copy"} size={16} />
    </button>
  );
}
