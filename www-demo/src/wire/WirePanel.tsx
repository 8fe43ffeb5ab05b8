// The wire: each request and response between the service and the bot, and the faults that strike them.
import "./wire-panel.css";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../shell/icons.tsx";
import type { Times } from "../world/fault-types.ts";
import { FAULTS } from "../world/faults.ts";
import type { Faults } from "../world/world.ts";
import type { WireEntry, WireRecord } from "./entries.ts";
import { Details, verdict } from "./WireLog.tsx";

export interface WirePanelProps {
  wire: WireRecord;
  /** Absent until the emulator is there. */
  faults: Faults | undefined;
}

/** The panel with the wire. */
export function WirePanel({ wire, faults }: WirePanelProps) {
  return (
    <section class="panel wire-panel" aria-label="Wire and faults">
      <FaultButtons faults={faults} />
      <header class="panel-head">
        <h2>On the wire</h2>
        <span class="panel-ways">
          <button type="button" class="btn small ghost" disabled={wire.entries.value.length === 0} onClick={() => wire.clear()}>Clear</button>
        </span>
      </header>
      <Exchanges wire={wire} />
    </section>
  );
}

/** All requests and responses, the latest in view. */
export function Exchanges({ wire }: { wire: WireRecord }) {
  const entries = wire.entries.value;
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

function Entry({ entry }: { entry: WireEntry }) {
  const [isOpen, setOpen] = useState(false);
  const { direction, name, ms, error, note } = entry;
  const isCall = direction === "call";
  const [style, word] = verdict(entry);
  const shown = note ?? error;
  return (
    <details class={`exchange ${direction}`} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name={isCall ? "left" : "right"} size={15} />
        <span class="visually-hidden">{isCall ? "The bot calls" : "The service delivers"} </span>
        <span class="exchange-name mono">{name}</span>
        <span class={`badge ${style}`}>{word}</span>
        {ms !== undefined && <span class="exchange-ms">{ms} ms</span>}
        {shown && <span class={`exchange-note${error || entry.callError !== undefined ? " bad" : ""}`}>{shown}</span>}
      </summary>
      {isOpen && <Details entry={entry} />}
    </details>
  );
}

/** Buttons that make the service fail. */
function FaultButtons({ faults }: { faults: Faults | undefined }) {
  const [times, setTimes] = useState<Times>(1);
  const armed = faults?.armed.value;
  const struck = faults?.struck.value;
  const choices: [Times, string][] = [[1, "Once"], [3, "3 times"], ["always", "Always"]];
  return (
    <div class="faults">
      <header class="panel-head">
        <h2>Faults</h2>
        <span class="panel-ways segmented" role="group" aria-label="How often a fault strikes">
          {choices.map(([value, name]) => <button key={name} type="button" aria-pressed={times === value} onClick={() => setTimes(value)}>{name}</button>)}
        </span>
      </header>
      <div class="fault-list" role="group" aria-label="Faults of the service">
        {FAULTS.map((fault) => {
          const left = armed?.get(fault.what);
          const count = struck?.get(fault.what) ?? 0;
          return (
            <button
              key={fault.what} type="button" class="fault" aria-pressed={left !== undefined} disabled={!faults} title={fault.about}
              onClick={() => void faults?.toggle(fault, times)}
            >
              <Icon name={fault.icon} size={14} />
              {fault.name}
              {left !== undefined && left !== 1 && <span class="count">{left === Infinity ? "∞" : left}</span>}
              {left === undefined && count > 0 && <span class="fault-struck" aria-label={`has struck ${count} ${count === 1 ? "time" : "times"}`}>{count}×</span>}
            </button>
          );
        })}
      </div>
      <p class="fault-about muted small" role="status">{aboutFaults(armed ? [...armed.keys()] : [], struck)}</p>
    </div>
  );
}

function aboutFaults(armed: readonly string[], struck: ReadonlyMap<string, number> = new Map()): string {
  const [first, ...others] = FAULTS.filter(({ what }) => armed.includes(what));
  if (first) return others.length === 0 ? `Armed: ${first.about.charAt(0).toLowerCase()}${first.about.slice(1)}.` : `${armed.length} faults are armed.`;
  // Maps keep the order of their keys: the fault that struck last is set last.
  const last = FAULTS.find(({ what }) => what === [...struck.keys()].at(-1));
  return last ? `${last.name} struck: the entry on the wire shows what became of it.` : "Press one, then write to the bot.";
}
