// The wire: each request and response between the service and the bot. Where the header has no room, the faults are here.
import "./wire-panel.css";
import type { RefObject } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Icon } from "../shell/icons.tsx";
import { useMedia, WIDE } from "../shell/media.ts";
import type { World } from "../world/world.ts";
import { adviceFor } from "./advice.ts";
import type { WireEntry, WireRecord } from "./entries.ts";
import { FaultsButton } from "./FaultsButton.tsx";
import { Details, type DetailsProps, verdict } from "./WireLog.tsx";

export interface WirePanelProps {
  wire: WireRecord;
  /** Absent until the emulator is there. */
  world: World | undefined;
}

/** The panel with the wire. */
export function WirePanel({ wire, world }: WirePanelProps) {
  const entries = wire.entries.value;
  return (
    <section class="panel wire-panel" aria-label="Wire">
      <header class="panel-head">
        <h2>On the wire</h2>
        <span class="panel-actions">
          {!useMedia(WIDE) && <FaultsButton world={world} />}
          <button type="button" class="btn small ghost" disabled={entries.length === 0} onClick={() => wire.clear()}>Clear</button>
        </span>
      </header>
      <Exchanges entries={entries} />
    </section>
  );
}

/** Requests and responses, the latest in view. */
export function Exchanges({ entries }: { entries: readonly WireEntry[] }) {
  const list = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  useLayoutEffect(() => {
    if (list.current && atEnd.current) list.current.scrollTop = list.current.scrollHeight;
  }, [entries]);
  const scrolled = (): void => {
    const box = list.current;
    if (box) atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
  };
  return (
    <>
      <div class="exchange-ends" aria-hidden="true"><span>Service</span><span>Bot</span></div>
      <div class="exchange-list" ref={list} onScroll={scrolled} tabIndex={0} role="log" aria-label="Requests and responses">
        {entries.length === 0 && <p class="muted exchange-empty">Nothing yet. Write to the bot to see each request with its answer.</p>}
        {entries.map((entry) => <Entry key={entry.id} entry={entry} />)}
      </div>
    </>
  );
}

/** An entry, which is drawn again only when it has changed. */
function Entry({ entry }: Pick<DetailsProps, "entry">) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => {
    if (isOpen) box.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);
  return useMemo(() => <Drawn box={box} entry={entry} isOpen={isOpen} onOpen={setOpen} />, [entry, isOpen]);
}

function Drawn({ box, entry, isOpen, onOpen }: Pick<DetailsProps, "entry"> & { box: RefObject<HTMLDetailsElement | null>; isOpen: boolean; onOpen: (isOpen: boolean) => void }) {
  const { direction, name, ms, error, note } = entry;
  const isCall = direction === "call";
  const [style, word] = verdict(entry);
  const shown = note ?? error;
  const advice = adviceFor(entry);
  return (
    <details ref={box} class={`exchange ${direction}`} onToggle={(event) => onOpen(event.currentTarget.open)}>
      <summary>
        <Icon name={isCall ? "left" : "right"} size={15} />
        <span class="visually-hidden">{isCall ? "The bot calls" : "The service delivers"} </span>
        <span class="exchange-name mono">{name}</span>
        <span class={`badge ${style}`}>{word}</span>
        {ms !== undefined && <span class="exchange-ms">{ms} ms</span>}
        {shown && <span class={`exchange-note${error || entry.callError !== undefined ? " bad" : ""}`}>{shown}</span>}
        {advice && <span class="exchange-note">{advice}</span>}
      </summary>
      {isOpen && <Details entry={entry} />}
    </details>
  );
}
