// The small playground: the code of one sample next to its chat, and the wire to unfold.
import "./code.css";
import "./editor/editor.css";
import "../style/panels.css";
import "./playground.css";
import "./embed.css";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../shell/icons.tsx";
import { begin, example, failure, isEdited, panel, record, restore } from "./state.ts";
import { CodePlace, CopyButton } from "./CodePanel.tsx";
import { Live } from "./Live.tsx";
import { DriverSwitch } from "./DriverSwitch.tsx";
import { watchMarks } from "./marks.ts";
import { Output } from "./Output.tsx";
import { SamplePhone } from "./SamplePhone.tsx";
import type { Sample } from "./samples/describe.ts";
import { sampleOf, triesOf } from "./samples/index.ts";
import { startTypescript } from "./typescript/client.ts";
import { Exchanges } from "../wire/WirePanel.tsx";

/** A sample by its name. */
export function Embed({ id, isLive = false }: { id: string; isLive?: boolean }) {
  const sample = sampleOf(id);
  if (!sample) return <main class="embed-none"><p>There is no sample with the name “{id}”.</p></main>;
  return isLive ? <Live sample={sample} /> : <Small sample={sample} />;
}

/** True if the conversation needs the group or a second user. */
const needsOthers = (sample: Sample): boolean => triesOf(sample).some((attempt) => attempt.what === "join" || (attempt.what === "write" && (attempt.isInGroup || attempt.as !== undefined)));

function Small({ sample }: { sample: Sample }) {
  useEffect(() => {
    document.title = `${sample.name} · botwire`;
    void begin(sample);
    return watchMarks();
  }, []);
  // At phone width one of the two is shown.
  const side = panel.value === "code" ? "code" : "chat";
  return (
    <main class={`embed show-${side}${needsOthers(sample) ? "" : " is-private"}`}>
      <header class="embed-head">
        <h1>{sample.name}</h1>
        <span class="segmented embed-sides" role="group" aria-label="View">
          <button type="button" aria-pressed={side === "chat"} onClick={() => (panel.value = "chat")}>Chat</button>
          <button type="button" aria-pressed={side === "code"} onClick={() => (panel.value = "code")}>Code</button>
        </span>
        <DriverSwitch />
        {isEdited.value && <button type="button" class="btn small ghost" onClick={restore}>Undo all edits</button>}
        <span class="embed-actions">
          <CopyButton />
          <button type="button" class="icon-btn small" aria-label="Begin again with empty chats" title="Begin again with empty chats" onClick={() => void begin(example.value)}>
            <Icon name="reset" size={16} />
          </button>
        </span>
        <a class="btn small" href={`./#/playground/${sample.id}`} target="_top" aria-label="Open in the playground">
          <Icon name="open" size={14} /> <span>Open in the playground</span>
        </a>
      </header>
      <section class="embed-code" aria-label="Code of the bot" onFocusIn={startTypescript}>
        <CodePlace isShown />
        {failure.value && <p class="panel-fault" role="alert">The playground could not start: {failure.value}</p>}
        <Output />
      </section>
      <SamplePhone sample={sample} />
      <Wire />
    </main>
  );
}

/** The wire, folded. */
function Wire() {
  const [isOpen, setOpen] = useState(false);
  const count = record.entries.value.length;
  return (
    <details class="embed-wire" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>On the wire{count > 0 && <span class="count">{count}</span>}</summary>
      {isOpen && <Exchanges entries={record.entries.value} />}
    </details>
  );
}
