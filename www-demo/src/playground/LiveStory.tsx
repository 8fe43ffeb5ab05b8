// The wire of the start page's bot: each update with the calls that it caused. A press shows a request in full.
import "../studio/story/line.css";
import "../studio/story/story.css";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Status } from "../studio/story/BlockView.tsx";
import { type Block, durationOf, isFailed } from "../studio/story/blocks.ts";
import { clockTime, duration } from "../studio/story/format.ts";
import { reasonOf } from "../studio/story/reason.ts";
import { Storyteller } from "../studio/story/storyteller.ts";
import { callExcerpt, placeOf } from "../studio/story/update-view.ts";
import type { WireEntry } from "../wire/entries.ts";
import { outcomeOf } from "../wire/outcome.ts";
import { Details } from "../wire/WireLog.tsx";
import type { World } from "../world/world.ts";

interface LiveStoryProps {
  entries: readonly WireEntry[];
  /** Absent until the bot is there. */
  world: World | undefined;
}

/** The story, the latest in view. */
export function LiveStory({ entries, world }: LiveStoryProps) {
  const [opened, open] = useState<number | undefined>();
  const list = useRef<HTMLDivElement>(null);
  const blocks = new Storyteller().blocks(withReturned(entries)).filter(({ kind }) => kind !== "polls");
  useLayoutEffect(() => {
    if (list.current && opened === undefined) list.current.scrollTop = list.current.scrollHeight;
  }, [entries]);
  const line = { opened, toggle: (id: number) => open(id === opened ? undefined : id), world };
  return (
    <div class="story live-story" ref={list} tabIndex={0} role="log" aria-label="Updates and the calls that they caused">
      {blocks.length === 0 && <p class="live-none">Each update and each call appears here.</p>}
      {blocks.map((block) => <Told key={block.key} block={block} {...line} />)}
    </div>
  );
}

/** The entries, with the calls in the responses to deliveries as entries of their own. */
function withReturned(entries: readonly WireEntry[]): WireEntry[] {
  return entries.flatMap((entry, at): WireEntry[] => {
    const { id, direction, response, callError, callFault, note = "", ms = 0, time } = entry;
    const { method } = Object(response?.body) as { method?: unknown };
    if (direction === "call") return [{ ...entry, note: note || refusalIn(entry) }];
    if (typeof method !== "string" || !response) return [entry];
    const [, refusal] = /which failed: \d+ (.*)\. The bot/.exec(note) ?? [];
    const next = entries.slice(at + 1).find((other) => other.time >= time + ms)?.id ?? (entries.at(-1)?.id ?? id) + 1;
    const returned: WireEntry = {
      ...entry, id: -id, order: next - 0.5, direction: "call", name: method, delivery: id, isReturned: true, time: time + ms,
      request: { ...entry.request, body: response.body }, note: refusal ?? "", ms: 0, ...(callFault && { fault: callFault }),
      response: { ...response, status: callError ?? 200, body: null },
    };
    const { note: _said, callError: _refused, ...delivery } = entry;
    return [{ ...delivery, delivery: id }, returned];
  });
}

/** What the service said when it refused a call. */
function refusalIn({ response }: WireEntry): string {
  const { description } = Object(response?.body) as { description?: unknown };
  return typeof description === "string" ? description : "";
}

interface LineProps {
  opened: number | undefined;
  toggle: (id: number) => void;
  world: World | undefined;
}

function Told({ block, ...line }: LineProps & { block: Block }) {
  if (block.kind === "polls") return null;
  const home = block.kind === "update" ? placeOf(block.update) : undefined;
  const last = block.kind === "update" ? block.attempts.at(-1) : undefined;
  const delivery = last?.direction === "delivery" ? last : undefined;
  const took = durationOf(block);
  const view = block.kind === "update" ? block.view : { kind: "start", who: "", excerpt: "the bot called on its own" };
  return (
    <article class={`story-block${isFailed(block) ? " failed" : ""}`} aria-label={`${view.kind} ${view.excerpt}`}>
      <Line entry={last} style="story-head" {...line}>
        <time class="story-time">{clockTime(block.time)}</time>
        <span class="story-what">
          <span class="story-kind">{view.kind}</span>
          {view.who && <span class="story-who">{view.who}</span>}
          <span class="story-excerpt" dir="auto">{view.excerpt}</span>
        </span>
        <Status entry={delivery} />
        <span class="story-ms">{took === undefined ? "" : duration(took)}</span>
      </Line>
      {block.calls.map((call) => (
        <Line key={call.id} entry={call} style="story-call" {...line}>
          <span class="story-time">+{duration(call.time - block.time)}</span>
          <span class="story-what"><span class="story-method">{call.name}</span><span class="story-excerpt" dir="auto">{callExcerpt(call, home)}</span></span>
          <Status entry={call} />
          <span class="story-ms">{call.ms === undefined || call.isReturned ? "" : duration(call.ms)}</span>
        </Line>
      ))}
    </article>
  );
}

function Line({ entry, style, opened, toggle, world, children }: LineProps & { entry: WireEntry | undefined; style: string; children: ComponentChildren }) {
  const isOpen = entry !== undefined && opened === entry.id;
  const outcome = entry ? outcomeOf(entry) : "ok";
  const reason = entry && world && (outcome === "failed" || outcome === "fault") ? reasonOf(entry, world) : undefined;
  return (
    <>
      <button type="button" class={`story-line ${style}`} aria-expanded={isOpen} disabled={!entry} onClick={() => entry && toggle(entry.id)}>{children}</button>
      {reason && <p class={`story-why ${outcome === "fault" ? "struck" : outcome}`}><span dir="auto">{reason}</span></p>}
      {isOpen && <Details entry={entry} />}
    </>
  );
}
