// The bot of the start page: its chat and its wire next to each other, one at a time where it is narrow.
import "../style/panels.css";
import "./code.css";
import "./embed.css";
import "./live.css";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../shell/icons.tsx";
import { Popover } from "../shell/Popover.tsx";
import { FaultsButton } from "../wire/FaultsButton.tsx";
import { LiveStory } from "./LiveStory.tsx";
import { SamplePhone } from "./SamplePhone.tsx";
import type { Sample } from "./samples/describe.ts";
import { triesOf } from "./samples/index.ts";
import { begin, failure, play, record, source } from "./state.ts";

/** A sample whose conversation begins by itself. */
export function Live({ sample }: { sample: Sample }) {
  const [side, show] = useState<"chat" | "wire">("chat");
  useEffect(() => {
    document.title = `${sample.name} · botwire`;
    void begin(sample).then(() => converse(sample));
  }, []);
  const world = play.value?.sandbox.world;
  return (
    <main class={`embed live is-private show-${side}`}>
      <header class="embed-head live-head">
        <span class={`dot ${failure.value ? "bad" : "ok"}`} />
        <h1>{sample.bot} <small>runs in this page, no server</small></h1>
        <span class="segmented live-sides" role="group" aria-label="View">
          <button type="button" aria-pressed={side === "chat"} onClick={() => show("chat")}>Chat</button>
          <button type="button" aria-pressed={side === "wire"} onClick={() => show("wire")}>Wire</button>
        </span>
        <Popover label="Its code" isNamed button={<><Icon name="code" size={16} /><span class="bar-word">Its code</span></>}>
          {() => (
            <div class="live-code">
              <pre tabIndex={0} aria-label="Code of the bot"><code>{source.value}</code></pre>
              <a class="btn small" href={`./#/playground/${sample.id}`} target="_top"><Icon name="open" size={14} /> Edit it in the playground</a>
            </div>
          )}
        </Popover>
        <FaultsButton world={world} />
      </header>
      <SamplePhone sample={sample} />
      <LiveStory entries={record.entries.value} world={world} />
    </main>
  );
}

/** Writes what there is to try, so that the visitor finds a conversation. */
async function converse(sample: Sample): Promise<void> {
  const current = play.peek();
  if (current?.sample !== sample) return;
  for (const step of triesOf(sample)) {
    if (step.what === "write") await current.client.write(step.text);
    await current.sandbox.emulator.settle();
  }
}
