// The log of requests: a list, and the chosen one in full.
import "./wire.css";
import { useState } from "preact/hooks";
import { Icon } from "../shell/icons.tsx";
import { asTest } from "./as-test.ts";
import { asCode, asCurl, asExport, parametersOf, save } from "./copies.ts";
import type { WireEntry, WireRecord } from "./entries.ts";
import { CopyButton, Json } from "./Json.tsx";

/** How an entry ended: the class of its badge, and the word. */
export function verdict({ response, error, callError }: WireEntry): readonly [string, string] {
  if (error) return ["bad", error === "canceled" ? "canceled" : "no answer"];
  if (!response) return ["accent", "running"];
  if (callError !== undefined) return ["bad", `${response.status}, call ${callError}`];
  return [response.status < 300 ? "ok" : response.status === 429 ? "warn" : "bad", String(response.status)];
}

export interface WireLogProps {
  record: WireRecord;
  /** Makes a call again. Without this callback calls cannot be repeated. */
  onRepeat?: (method: string, parameters: Record<string, unknown>) => Promise<unknown>;
}

/** The log of a bot, the latest first. */
export function WireLog({ record, onRepeat }: WireLogProps) {
  const [chosen, choose] = useState<number | undefined>();
  const [filter, setFilter] = useState("");
  const [polls, setPolls] = useState(true);
  const all = record.entries.value;
  const entries = all.filter(({ name }) => (polls || name !== "getUpdates") && name.toLowerCase().includes(filter.toLowerCase())).reverse();
  const entry = all.find(({ id }) => id === chosen) ?? entries[0];
  return (
    <div class="wire">
      <div class="wire-tools">
        <input class="input" type="search" aria-label="Filter by method" placeholder="Filter by method" value={filter} onInput={({ currentTarget }) => setFilter(currentTarget.value)} />
        <button type="button" class="btn" aria-pressed={polls} onClick={() => setPolls(!polls)}>Polls</button>
        <button type="button" class="btn" disabled={all.length === 0} onClick={() => save(asExport(all), "botwire-log.json")}><Icon name="download" /> Export</button>
        <button type="button" class="btn ghost" disabled={all.length === 0} onClick={() => record.clear()}><Icon name="trash" /> Clear</button>
      </div>
      {entries.length === 0 ? (
        <p class="empty">{all.length ? "No request fits the filter." : "No requests yet. Each one will be listed here, without the token."}</p>
      ) : (
        <div class="wire-parts">
          <ul class="wire-list" aria-label="Requests">
            {entries.map((shown) => <Row key={shown.id} entry={shown} isChosen={shown === entry} choose={choose} />)}
          </ul>
          {entry && <Details key={entry.id} entry={entry} onRepeat={onRepeat} />}
        </div>
      )}
    </div>
  );
}

function Row({ entry, isChosen, choose }: { entry: WireEntry; isChosen: boolean; choose: (id: number) => void }) {
  const [kind, word] = verdict(entry);
  return (
    <li>
      <button type="button" class="wire-row" aria-pressed={isChosen} onClick={() => choose(entry.id)}>
        <Icon name={entry.direction === "call" ? "up" : "down"} size={15} />
        <span class="wire-name">{entry.name}</span>
        <span class={`badge ${kind}`}>{word}</span>
        <span class="wire-ms">{entry.ms === undefined ? "" : `${entry.ms} ms`}</span>
        <time class="wire-time">{new Date(entry.time).toLocaleTimeString()}</time>
      </button>
    </li>
  );
}

export interface DetailsProps {
  entry: WireEntry;
  onRepeat?: WireLogProps["onRepeat"];
}

/** A request and its answer in full. */
export function Details({ entry, onRepeat }: DetailsProps) {
  const { request, response, error, note } = entry;
  const text = (body: unknown): string => (typeof body === "string" ? body : JSON.stringify(body, undefined, 2));
  return (
    <section class="wire-details" aria-label={`Request ${entry.name}`}>
      <div class="wire-copies">
        <h2>{entry.name}</h2>
        {entry.direction === "call" && <CopyButton text={() => asCode(entry)}>Copy as JavaScript</CopyButton>}
        <CopyButton text={() => asCurl(entry)}>Copy as curl</CopyButton>
        <CopyButton text={() => asTest(entry)}>Copy as test</CopyButton>
        {entry.direction === "call" && onRepeat && <Repeat entry={entry} onRepeat={onRepeat} />}
      </div>
      {note && <p class="notice">{note}</p>}
      <p class="wire-url"><b>{request.verb}</b> {request.url}</p>
      <Json label="Request" text={text(request.body ?? {})} />
      <p class="wire-url">{error ? <b class="wire-error">{error}</b> : response ? <><b>{response.status}</b> {entry.ms} ms</> : "waiting for the answer …"}</p>
      {response && <Json label="Answer" text={text(response.body)} />}
    </section>
  );
}

/** Makes a call again; its answer is a new entry. */
function Repeat({ entry, onRepeat }: { entry: WireEntry; onRepeat: NonNullable<WireLogProps["onRepeat"]> }) {
  const [notice, setNotice] = useState("");
  const repeat = async (): Promise<void> => {
    const parameters = await parametersOf(entry);
    if (!parameters) return setNotice("The log does not keep the contents of files.");
    setNotice("Sending …");
    // An answer that is an error is in the log like any other.
    await onRepeat(entry.name, parameters).then(() => setNotice("Sent again"), () => setNotice("Sent again, and refused"));
  };
  return (
    <>
      <button type="button" class="btn small" disabled={notice === "Sending …"} onClick={() => void repeat()}><Icon name="refresh" size={14} /> Send again</button>
      <span class="muted" role="status">{notice}</span>
    </>
  );
}
