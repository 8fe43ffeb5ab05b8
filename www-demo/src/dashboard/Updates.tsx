// Live updates: a list that stays smooth with thousands of entries, and the selected one in full.
import "./updates.css";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { isApiError, type Update } from "botwire";
import { Icon } from "../shell/icons.tsx";
import { save } from "../wire/copies.ts";
import { CopyButton, Json } from "../wire/Json.tsx";
import { shown } from "../wire/mask.ts";
import { Downloads } from "./Downloads.tsx";
import { kindOf } from "./live.ts";
import { Failure } from "./Failure.tsx";
import { useSeconds } from "./seconds.ts";
import { Readable, summary } from "./Readable.tsx";
import type { Session } from "./session.ts";

/** Pixels: as high as the style makes a row. */
const ROW = 52;

/** The live view. */
export function Updates({ session }: { session: Session }) {
  const { live } = session;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [chosen, choose] = useState<Update | undefined>();
  const [isRaw, setRaw] = useState(false);
  const version = live.version.value;
  const list = useMemo(() => (hidden.size ? live.updates.filter((update) => !hidden.has(kindOf(update))) : live.updates), [version, hidden]);
  const toggle = (kind: string): void => {
    const next = new Set(hidden);
    if (!next.delete(kind)) next.add(kind);
    setHidden(next);
  };
  return (
    <div class="updates">
      <Controls session={session} />
      {live.kinds.size > 0 && (
        <div class="kinds" role="group" aria-label="Kinds that are shown">
          {[...live.kinds].sort(([one], [other]) => one.localeCompare(other)).map(([kind, count]) => (
            <button key={kind} type="button" class="chip" aria-pressed={!hidden.has(kind)} onClick={() => toggle(kind)}>{kind} <b>{count}</b></button>
          ))}
        </div>
      )}
      {live.updates.length === 0 ? (
        <div class="empty-state">
          <Icon name="list" size={30} />
          <p>{live.state.value === "on" ? "Listening. Write to the bot, and it will be seen here." : "Nothing was received yet."}</p>
          {session.inside && <p class="muted">Write as Alice in “Chats”, or let a thousand messages come in from the menu above.</p>}
        </div>
      ) : (
        <div class={`updates-parts${chosen ? " has-chosen" : ""}`}>
          <List updates={list} version={version} chosen={chosen} choose={choose} mask={session.mask} />
          <section class="update-details card" aria-label="The chosen update">
            {chosen ? (
              <>
                <div class="head">
                  <h2><code>{kindOf(chosen)}</code> <span class="muted">#{chosen.update_id}</span></h2>
                  <div class="segments small" role="group" aria-label="View">
                    <label><input type="radio" name="view" checked={!isRaw} onChange={() => setRaw(false)} /><span>Readable</span></label>
                    <label><input type="radio" name="view" checked={isRaw} onChange={() => setRaw(true)} /><span>Raw</span></label>
                  </div>
                  <button type="button" class="icon-btn small" aria-label="Close" onClick={() => choose(undefined)}><Icon name="close" size={16} /></button>
                </div>
                {isRaw ? <Json label="The update as it came" text={shown(chosen, session.mask)} /> : <Readable update={chosen} mask={session.mask} />}
                <Downloads session={session} within={chosen} />
                <div class="action-row"><CopyButton text={() => shown(chosen, session.mask)}>Copy</CopyButton></div>
              </>
            ) : (
              <p class="empty">Choose an update to see it in full.</p>
            )}
          </section>
        </div>
      )}
    </div>
  );
}

function Controls({ session }: { session: Session }) {
  const { live } = session;
  const state = live.state.value;
  const isOn = state === "on" || state === "waiting";
  // Draws again with each batch: the count and the controls depend on it.
  void live.version.value;
  const fault = live.fault.value;
  const states = { on: ["ok", "receiving"], waiting: ["warn", "waiting"], off: ["", live.updates.length ? "paused" : "not receiving"], failed: ["bad", "stopped"] } as const;
  const isTaken = isApiError(fault) && fault.error_code === 409;
  const many = (): void => {
    const { emulator, user } = session.inside ?? {};
    if (!emulator || !user) return;
    for (let count = 1; count <= 1000; count++) user.write(`Message ${count} of a thousand`);
  };
  return (
    <>
      <div class="live-bar">
        <button type="button" class={`btn ${isOn ? "" : "primary"}`} onClick={() => (isOn ? live.stop() : live.start())}>
          <Icon name={isOn ? "pause" : "play"} /> {isOn ? "Pause" : live.updates.length ? "Go on" : "Receive"}
        </button>
        <span class={`badge ${states[state][0]}`} role="status">{states[state][1]}</span>
        <span class="muted count-all">{live.updates.length.toLocaleString("en")} received</span>
        <span class="spread" />
        {session.inside && <button type="button" class="btn" onClick={many}>Let 1000 come in</button>}
        <button type="button" class="btn" disabled={live.updates.length === 0} onClick={() => save(new Blob([session.mask(JSON.stringify(live.updates, undefined, 2))], { type: "application/json" }), "updates.json")}>
          <Icon name="download" /> Export
        </button>
        <button type="button" class="btn ghost" disabled={live.updates.length === 0} onClick={() => live.clear()}><Icon name="trash" /> Clear</button>
      </div>
      {state === "off" && live.updates.length === 0 && !session.inside && (
        <p class="notice"><Icon name="info" /> <span>Updates received here are confirmed, so a bot that polls with the same token does not receive them.</span></p>
      )}
      {state === "waiting" && (
        <div class="notice warn">
          <Icon name="alert" />
          <div>
            <p><b>{isTaken ? "Someone else receives the updates" : "The service does not answer as it should"}</b>: {session.mask(fault instanceof Error ? fault.message : "")}</p>
            <p><NextTry until={live.until.value} /> {isTaken && <>Delete the webhook in <a href="#/dashboard/overview">Overview</a>, or stop the other program.</>}</p>
          </div>
        </div>
      )}
      {state === "failed" && <Failure session={session} error={fault} repeat={() => live.start()} />}
    </>
  );
}

function NextTry({ until }: { until: number }) {
  const passed = useSeconds(until - 60_000);
  return <>It is tried again {passed >= 60 ? "now" : `in ${60 - passed} s`}.</>;
}

interface ListProps {
  updates: readonly Update[];
  version: number;
  chosen: Update | undefined;
  choose: (update: Update) => void;
  mask: (text: string) => string;
}

/** The newest on top. Only the rows in view exist. */
function List({ updates, version, chosen, choose, mask }: ListProps) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  const before = useRef(updates.length);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const watcher = new ResizeObserver(() => setHeight(element.clientHeight));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  useLayoutEffect(() => {
    const grown = updates.length - before.current;
    before.current = updates.length;
    // Keeps the visible rows in place while new ones are added above.
    if (box.current && grown > 0 && box.current.scrollTop > ROW) box.current.scrollTop += grown * ROW;
  }, [version]);
  const count = updates.length;
  const first = Math.max(0, Math.floor(top / ROW) - 6);
  const last = Math.min(count, Math.ceil((top + height) / ROW) + 6);
  const at = (row: number): Update | undefined => updates[count - 1 - row];
  const chosenRow = chosen ? count - 1 - updates.indexOf(chosen) : -1;
  const isChosenHere = chosen !== undefined && chosenRow >= first && chosenRow < last;
  const rows = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
  const walk = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -count, End: count }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const row = Math.min(count - 1, Math.max(0, chosenRow + step));
    const next = at(row);
    if (next) choose(next);
    const element = box.current;
    if (!element) return;
    if (row * ROW < element.scrollTop) element.scrollTop = row * ROW;
    else if ((row + 1) * ROW > element.scrollTop + height) element.scrollTop = (row + 1) * ROW - height;
  };
  return (
    <div
      ref={box} class="updates-list card" role="listbox" tabIndex={0} aria-label="Updates, the newest first" aria-activedescendant={isChosenHere ? `update-${chosen.update_id}` : undefined}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)} onKeyDown={walk}
    >
      <div class="updates-space" role="presentation" style={{ height: `${count * ROW}px` }}>
        {rows.map((row) => {
          const update = at(row);
          if (!update) return null;
          const { who, what } = summary(update);
          return (
            <div
              key={update.update_id} id={`update-${update.update_id}`} class="update-row" role="option" aria-selected={update === chosen} aria-setsize={count} aria-posinset={row + 1}
              style={{ transform: `translateY(${row * ROW}px)` }} onClick={() => choose(update)}
            >
              <span class="update-kind">{kindOf(update)}</span>
              <span class="update-who" dir="auto">{mask(who)}</span>
              <span class="update-what" dir="auto">{mask(what)}</span>
            </div>
          );
        })}
      </div>
      {count === 0 && <p class="empty">All received kinds are hidden.</p>}
    </div>
  );
}
