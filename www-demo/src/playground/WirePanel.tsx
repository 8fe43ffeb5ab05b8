// The wire: each request and response between the service and the bot, and the faults that strike them.
import "./wire-panel.css";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../shell/icons.tsx";
import type { WireEntry } from "../wire/entries.ts";
import { Details, verdict } from "../wire/WireLog.tsx";
import { hand, record } from "./bench.ts";
import { FAULTS, type Times } from "./stage/faults.ts";

/** The panel with the wire. */
export function WirePanel() {
  return (
    <section class="panel wire-panel" aria-label="Wire and faults">
      <Faults />
      <header class="panel-head">
        <h2>On the wire</h2>
        <span class="panel-ways">
          <button type="button" class="btn small ghost" disabled={record.entries.value.length === 0} onClick={() => record.clear()}>Clear</button>
        </span>
      </header>
      <Exchanges />
    </section>
  );
}

/** All requests and responses, the latest in view. */
export function Exchanges() {
  const entries = record.entries.value;
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
        {entries.length === 0 && <p class="muted exchange-empty">Nothing yet. Write to the bot, and each request and its answer stands here.</p>}
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
        {shown && <span class={`exchange-note${error || shown.includes("failed") ? " bad" : ""}`}>{shown}</span>}
      </summary>
      {isOpen && <Details entry={entry} />}
    </details>
  );
}

/** Buttons that make the service fail. */
function Faults() {
  const [times, setTimes] = useState<Times>(1);
  const faults = hand.value?.stage.faults;
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
              onClick={() => faults?.toggle(fault, times)}
            >
              <Icon name={fault.icon} size={14} />
              {fault.name}
              {left !== undefined && left !== 1 && <span class="count">{left === Infinity ? "∞" : left}</span>}
              {left === undefined && count > 0 && <span class="fault-struck" aria-label={`has struck ${count} times`}>{count}×</span>}
            </button>
          );
        })}
      </div>
      <p class="fault-about muted small" role="status">{aboutFaults(armed ? [...armed.keys()] : [])}</p>
    </div>
  );
}

function aboutFaults(armed: readonly string[]): string {
  if (armed.length === 0) return "Press one, then write to the bot.";
  const first = FAULTS.find(({ what }) => what === armed[0]);
  return armed.length === 1 && first ? `Waits: ${first.about.toLowerCase()}.` : `${armed.length} faults wait for something to strike.`;
}
