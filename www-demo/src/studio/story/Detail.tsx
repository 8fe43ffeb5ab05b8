// The chosen block or call in full: what it is, its JSON, and the ways to repeat it.
import "../../wire/wire.css";
import "./detail.css";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../../shell/icons.tsx";
import { asTest } from "../../wire/as-test.ts";
import { asCode, asCurl, parametersOf } from "../../wire/copies.ts";
import type { WireEntry } from "../../wire/entries.ts";
import { CopyButton, Json } from "../../wire/Json.tsx";
import { lazy } from "../../shell/lazy.tsx";
import { linesOf } from "../console/output.ts";
import { Lines } from "../console/Lines.tsx";
import type { Desk } from "../desk.ts";
import { type Block, durationOf, type UpdateBlock } from "./blocks.ts";
import { Status } from "./BlockView.tsx";
import { duration, exactTime } from "./format.ts";
import { JsonTree } from "./JsonTree.tsx";
import { reasonOf } from "./reason.ts";

const JsonEditor = lazy(() => import("./JsonEditor.tsx"), "The editor");

/** The pane. */
export function Detail({ desk }: { desk: Desk }) {
  const { block } = desk;
  const chosen = desk.chosen.value;
  if (block === undefined || chosen === undefined) return null;
  const calls = block.kind === "polls" ? block.polls : block.calls;
  const call = chosen.call === undefined ? undefined : calls.find(({ id }) => id === chosen.call);
  const close = (): void => desk.choose(undefined);
  return (
    <section class="pane detail" aria-label="Detail" onKeyDown={(event) => event.key === "Escape" && !event.defaultPrevented && close()}>
      {call || block.kind !== "update"
        ? <CallDetail key={`${block.key}/${call?.id}`} desk={desk} block={block} call={call ?? calls[0]} isEdited={chosen.isEdited === true} onClose={close} />
        : <UpdateDetail key={block.key} desk={desk} block={block} isEdited={chosen.isEdited === true} onClose={close} />}
    </section>
  );
}

function Head({ desk, title, kind, children, onClose }: { desk: Desk; title: string; kind: string; children: ComponentChildren; onClose: () => void }) {
  const move = (step: number): void => {
    const blocks = desk.blocks.peek().filter((block) => block.kind !== "polls");
    const next = blocks[blocks.findIndex(({ key }) => key === desk.chosen.peek()?.block) + step];
    if (next) (desk.choose({ block: next.key }), (desk.goal.value = next.key));
  };
  return (
    <header class="pane-head">
      <button type="button" class="icon-btn small detail-back" aria-label="Back to the wire" onClick={onClose}><Icon name="left" /></button>
      <h2 class={`story-kind ${kind}`}>{title}</h2> {children}
      <span class="space" />
      <button type="button" class="icon-btn small" aria-label="Previous" title="Previous (k)" onClick={() => move(-1)}><Icon name="up" size={16} /></button>
      <button type="button" class="icon-btn small" aria-label="Next" title="Next (j)" onClick={() => move(1)}><Icon name="down" size={16} /></button>
      <button type="button" class="icon-btn small detail-close" aria-label="Close" title="Close (Escape)" onClick={onClose}><Icon name="close" size={16} /></button>
    </header>
  );
}

type Tab = readonly [id: string, name: string, count?: number];

function Tabs({ tabs, tab, onTab }: { tabs: readonly Tab[]; tab: string; onTab: (id: string) => void }) {
  return (
    <div class="tabs" role="group" aria-label="What is shown">
      {tabs.map(([id, name, count]) => <button key={id} type="button" aria-pressed={tab === id} onClick={() => onTab(id)}>{name} {count !== undefined && <span class="tab-count">{count}</span>}</button>)}
    </div>
  );
}

function Content({ value, label, copies }: { value: unknown; label: string; copies?: WireEntry | undefined }) {
  const [isTree, setTree] = useState(true);
  const text = typeof value === "string" ? value : JSON.stringify(value ?? {}, undefined, 2);
  return (
    <>
      <div class="detail-copies">
        <span class="segmented" role="group" aria-label="Shown as">
          <button type="button" aria-pressed={isTree} onClick={() => setTree(true)}>Tree</button>
          <button type="button" aria-pressed={!isTree} onClick={() => setTree(false)}>Text</button>
        </span>
        <CopyButton text={() => text}>JSON</CopyButton>
        {copies && <CopyButton text={() => asCurl(copies)}>curl</CopyButton>}
        {copies?.direction === "call" && <CopyButton text={() => asCode(copies)}>JavaScript</CopyButton>}
        {copies && <CopyButton text={() => asTest(copies)}>test</CopyButton>}
      </div>
      {isTree && typeof value === "object" ? <JsonTree value={value} label={label} /> : <Json text={text} label={label} />}
    </>
  );
}

interface Props<Of> {
  desk: Desk;
  block: Of;
  isEdited: boolean;
  onClose: () => void;
}

function UpdateDetail({ desk, block, isEdited, onClose }: Props<UpdateBlock>) {
  const [tab, setTab] = useState("update");
  const { update, attempts, calls, bot, view, time } = block;
  const [first] = attempts;
  const lines = linesOf(block, desk.blocks.value, desk.world.program.lines.value);
  const took = durationOf(block);
  const edit = (isOn: boolean): void => desk.choose({ block: block.key, isEdited: isOn });
  const deliver = (changed: object, isChanged: boolean): Promise<void> => desk.deliver(bot ?? 0, changed, block, isChanged).then(() => edit(false));
  const copied: WireEntry = first?.direction === "delivery" ? first : { id: 0, time, direction: "delivery", name: view.kind, request: { verb: "POST", url: "http://127.0.0.1:3000/", headers: {}, body: update as never }, ...(bot !== undefined && { bot }) };
  const { update_id: _, ...content } = update;
  return (
    <>
      <Head desk={desk} title={view.kind} kind="" onClose={onClose}><span class="muted num">{update.update_id}</span></Head>
      {isEdited ? <JsonEditor desk={desk} kind={{ object: "Update" }} value={content} action="Deliver" onSend={deliver} onCancel={() => edit(false)} /> : (
        <>
          {bot !== undefined && (
            <div class="detail-acts">
              <button type="button" class="btn small primary" onClick={() => void desk.client.attempt(() => desk.deliver(bot, update, block, false))}><Icon name="refresh" size={14} /> Deliver again</button>
              <button type="button" class="btn small" onClick={() => edit(true)}><Icon name="edit" size={14} /> Edit and deliver</button>
            </div>
          )}
          <dl class="facts">
            <dt>Taken</dt><dd>{exactTime(time)} by {first?.direction === "delivery" ? `the webhook ${first.request.url}` : "getUpdates"}</dd>
            <dt>Handled</dt><dd>{took === undefined ? "The bot made no call" : duration(took)}{attempts.length > 1 && first?.direction === "delivery" ? `, ${attempts.length} attempts` : ""}</dd>
          </dl>
          <Tabs tab={tab} onTab={setTab} tabs={[["update", "Update"], ["calls", "Calls", calls.length], ...(desk.world.program.status.value ? [["output", "Output", lines.length] as const] : []), ["attempts", "Attempts", attempts.length]]} />
          {tab === "update" && <Content value={update} label="JSON of the update" copies={copied} />}
          {tab === "calls" && (
            <ul class="detail-list">{calls.map((call) => (
              <li key={call.id}><button type="button" class="link mono" onClick={() => desk.choose({ block: block.key, call: call.id })}>{call.name}</button> <Status entry={call} /> <span class="muted">{call.ms === undefined ? "" : duration(call.ms)}</span></li>
            ))}{calls.length === 0 && <li class="muted">The bot made no call.</li>}</ul>
          )}
          {tab === "output" && <div class="console" role="region" aria-label="Output" tabIndex={0}><Lines lines={lines} />{lines.length === 0 && <p class="muted">Nothing was written.</p>}</div>}
          {tab === "attempts" && (
            <ul class="detail-list">{attempts.map((attempt) => (
              <li key={attempt.id}>{exactTime(attempt.time)} <Status entry={attempt} /> <span dir="auto">{attempt.direction === "delivery" ? reasonOf(attempt, desk.world) : "by getUpdates"}</span></li>
            ))}</ul>
          )}
        </>
      )}
    </>
  );
}

function CallDetail({ desk, block, call, isEdited, onClose }: Props<Block> & { call: WireEntry | undefined }) {
  const [tab, setTab] = useState("call");
  const [parameters, setParameters] = useState<Record<string, unknown> | undefined>(undefined);
  useEffect(() => {
    if (call) void parametersOf(call).then(setParameters);
  }, [call]);
  if (call === undefined) return null;
  const { name, response, request, ms, time, bot } = call;
  const reason = response && response.status > 299 ? reasonOf(call, desk.world) : undefined;
  const edit = (isOn: boolean): void => desk.choose({ block: block.key, call: call.id, isEdited: isOn });
  const mayRepeat = bot !== undefined && parameters !== undefined && /^\w+$/.test(name);
  const send = (changed: object, isChanged: boolean): Promise<void> => desk.send(bot ?? 0, name, changed, block, isChanged).then(() => edit(false));
  return (
    <>
      <Head desk={desk} title={name} kind="own" onClose={onClose}><Status entry={call} /></Head>
      {isEdited && parameters ? <JsonEditor desk={desk} kind={{ method: name }} value={parameters} action="Send" onSend={send} onCancel={() => edit(false)} /> : (
        <>
          {mayRepeat && (
            <div class="detail-acts">
              <button type="button" class="btn small primary" onClick={() => void desk.client.attempt(() => desk.send(bot, name, parameters, block, false))}><Icon name="refresh" size={14} /> Send again</button>
              <button type="button" class="btn small" onClick={() => edit(true)}><Icon name="edit" size={14} /> Edit and send</button>
            </div>
          )}
          <dl class="facts">
            {reason && <><dt>Why</dt><dd class="bad">{reason}</dd></>}
            <dt>Sent</dt><dd>{exactTime(time)}{block.kind === "update" && <>, {duration(time - block.time)} after <button type="button" class="link" onClick={() => desk.choose({ block: block.key })}>{block.view.kind} {block.view.excerpt.slice(0, 40)}</button></>}</dd>
            <dt>Took</dt><dd>{call.isReturned ? "returned in the answer of the webhook" : ms === undefined ? "not known" : duration(ms)}</dd>
          </dl>
          <Tabs tab={tab} onTab={setTab} tabs={[["call", "Call"], ["answer", "Answer", response?.status]]} />
          {tab === "call" ? <Content value={request.body ?? {}} label="Call" copies={call} /> : <Content value={response?.body ?? call.error ?? {}} label="Answer" />}
        </>
      )}
    </>
  );
}
