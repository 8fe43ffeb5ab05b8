// A block of the story: an update with its calls, calls of the bot's own, or polls that brought nothing.
import { useMemo, useState } from "preact/hooks";
import { Icon } from "../../shell/icons.tsx";
import { unknownMethodOf } from "../../wire/advice.ts";
import type { WireEntry } from "../../wire/entries.ts";
import { outcomeOf } from "../../wire/outcome.ts";
import type { Desk } from "../desk.ts";
import { AnswerWith } from "../FixedAnswers.tsx";
import { type Block, durationOf, endOf, isFailed, isStray, type OwnBlock, type PollsBlock, type UpdateBlock } from "./blocks.ts";
import { clockTime, duration } from "./format.ts";
import { reasonOf } from "./reason.ts";
import { callExcerpt, placeOf } from "./update-view.ts";

interface BlockProps<Of extends Block = Block> {
  block: Of;
  desk: Desk;
  isChosen: boolean;
}

export function BlockView({ block, desk, isChosen }: BlockProps) {
  if (block.kind === "polls") return <Polls block={block} desk={desk} isChosen={isChosen} />;
  return block.kind === "own" ? <Own block={block} desk={desk} isChosen={isChosen} /> : <Updated block={block} desk={desk} isChosen={isChosen} />;
}

const styleOf = (block: Block, isChosen: boolean): string => ["story-block", isFailed(block) && "failed", isChosen && "chosen"].filter(Boolean).join(" ");

function Updated({ block, desk, isChosen }: BlockProps<UpdateBlock>) {
  const { key, time, view, attempts, calls, update, bot } = block;
  const repeated = desk.repetitionOf(block);
  const last = attempts.at(-1);
  const delivery = last?.direction === "delivery" ? last : undefined;
  const took = durationOf(block);
  const home = placeOf(update);
  const choose = (isEdited = false): void => desk.choose({ block: key, isEdited });
  return (
    <article class={styleOf(block, isChosen)} data-message={key} aria-label={`${view.kind} ${view.excerpt}`}>
      <button type="button" class="story-line story-head" aria-pressed={isChosen} onClick={() => choose()}>
        <time class="story-time">{clockTime(time)}</time>
        <span class="story-what">
          <span class="story-kind">{view.kind}</span>
          {view.who && <span class="story-who"><bdi>{view.who}</bdi>{view.where && <small> in <bdi>{view.where}</bdi></small>}</span>}
          {repeated && <span class="story-tag"><Icon name="refresh" size={11} /> {repeated.isEdited ? "again, edited" : "again"}</span>}
          {view.excerpt && <span class="story-excerpt" dir="auto">{view.excerpt}</span>}
        </span>
        <Status entry={delivery} />
        <span class="story-ms">{took === undefined ? "" : duration(took)}</span>
      </button>
      {calls.map((call) => <Call key={call.id} call={call} since={time} home={home} block={block} desk={desk} />)}
      {delivery && <Reason entry={delivery} block={block} desk={desk} />}
      {calls.length === 0 && (delivery === undefined || outcomeOf(delivery) === "ok") && <p class="story-why">The bot made no call.</p>}
      {repeated && <p class="story-why">Delivered by you. <button type="button" class="link" onClick={() => (desk.goal.value = repeated.of, desk.choose({ block: repeated.of }))}>Show the first</button></p>}
      {bot !== undefined && (
        <span class="story-quick">
          <button type="button" class="icon-btn small" aria-label="Deliver again" title="Deliver again" onClick={() => void desk.client.attempt(() => desk.deliver(bot, update, block, false))}><Icon name="refresh" size={14} /></button>
          <button type="button" class="icon-btn small" aria-label="Edit and deliver" title="Edit and deliver" onClick={() => choose(true)}><Icon name="edit" size={14} /></button>
        </span>
      )}
    </article>
  );
}

function Own({ block, desk, isChosen }: BlockProps<OwnBlock>) {
  const { key, time, calls, isStart } = block;
  const repeated = desk.repetitionOf(block);
  return (
    <article class={styleOf(block, isChosen)} data-message={key} aria-label="Calls without an update">
      <button type="button" class="story-line story-head" aria-pressed={isChosen} onClick={() => desk.choose({ block: key, ...(calls[0] && { call: calls[0].id }) })}>
        <time class="story-time">{clockTime(time)}</time>
        <span class="story-what">
          <span class="story-kind own">{repeated ? "you" : isStray(block) ? "request" : isStart ? "start" : "timer"}</span>
          <span class="story-excerpt">{repeated ? "sent a call of the bot again" : isStray(block) ? "not a call of a bot" : "the bot called on its own"}</span>
          {repeated && <span class="story-tag"><Icon name="refresh" size={11} /> {repeated.isEdited ? "again, edited" : "again"}</span>}
        </span>
        <span />
        <span class="story-ms" />
      </button>
      {calls.map((call) => <Call key={call.id} call={call} since={time} home={undefined} block={block} desk={desk} />)}
    </article>
  );
}

function Call({ call, since, home, block, desk }: { call: WireEntry; since: number; home: number | undefined; block: Block; desk: Desk }) {
  const { chosen } = desk;
  const isChosen = chosen.value?.call === call.id;
  const repeated = block.kind === "update" ? desk.repetitionOfCall(call) : undefined;
  const excerpt = useMemo(() => callExcerpt(call, home), [call, home]);
  const unknown = unknownMethodOf(call) ?? (call.note?.includes(LATER) ? call.name : undefined);
  return (
    <>
      <button type="button" class={`story-line story-call${isChosen ? " chosen" : ""}`} aria-pressed={isChosen} onClick={() => desk.choose({ block: block.key, call: call.id })}>
        <span class="story-time">+{duration(call.time - since)}</span>
        <span class="story-what">
          <span class="story-method">{call.name}</span>
          {repeated && <span class="story-tag"><Icon name="refresh" size={11} /> {repeated.isEdited ? "again, edited" : "again"}</span>}
          <span class="story-excerpt" dir="auto">{excerpt}</span>
        </span>
        <Status entry={call} />
        <span class="story-ms">{call.isReturned ? "" : call.ms === undefined ? "" : duration(call.ms)}</span>
      </button>
      <Reason entry={call} block={block} desk={desk} />
      {unknown !== undefined && <AnswerWith world={desk.world} method={unknown} />}
    </>
  );
}

/** The note of a method that only compat has, once for each method. */
const LATER = "a method of a later version";

/** The status: plain if all is well. */
export function Status({ entry }: { entry: WireEntry | undefined }) {
  if (entry === undefined) return <span />;
  const { response, error, isReturned, callError } = entry;
  const outcome = outcomeOf(entry);
  const word = error ? "no answer" : response ? (isReturned && outcome === "ok" ? "returned" : String(callError ?? response.status)) : "runs";
  return <span class={`story-status ${outcome === "fault" ? "struck" : outcome}`}>{word}</span>;
}

/** Why an entry failed, in words, and what to do about it. */
function Reason({ entry, block, desk }: { entry: WireEntry; block: Block; desk: Desk }) {
  const outcome = outcomeOf(entry);
  const words = outcome === "failed" || outcome === "fault" || entry.note ? reasonOf(entry, desk.world) : undefined;
  if (!words) return null;
  const { bot } = block;
  const isWaiting = entry.direction === "delivery" && outcome !== "ok" && desk.world.presence.value.some(({ user, failing }) => user.id === bot && failing > 0) && desk.blocks.value.findLast((other) => other.kind === "update" && other.attempts.some(({ direction, error, response }) => direction === "delivery" && (error !== undefined || (response?.status ?? 200) > 299)))?.key === block.key;
  return (
    <p class={`story-why ${outcome === "fault" ? "struck" : outcome}`}>
      {outcome === "fault" && <Icon name="bolt" size={14} />}
      <span dir="auto">{words}</span>
      {isWaiting && bot !== undefined && (
        <span class="story-acts">
          <button type="button" class="btn small" onClick={() => void desk.client.attempt(() => desk.world.retry(bot))}>Retry</button>
          <button type="button" class="btn small" onClick={() => void desk.client.attempt(() => desk.world.skip(bot))}>Skip</button>
        </span>
      )}
    </p>
  );
}

function Polls({ block: { polls, time, key }, desk }: BlockProps<PollsBlock>) {
  const [isOpen, setOpen] = useState(false);
  const open = polls.filter((poll) => outcomeOf(poll) === "running").length;
  const last = polls.at(-1);
  const span = last === undefined ? 0 : endOf(last) - time;
  return (
    <div data-message={key}>
      <button type="button" class="story-fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <time class="story-time">{clockTime(time)}</time>
        <Icon name={isOpen ? "down" : "right"} size={14} />
        <span class="mono">getUpdates × {polls.length}</span>
        <span>· {open > 0 ? `${open} open` : "no update"}</span>
        <em>{span > 0 ? duration(span) : ""}</em>
      </button>
      {isOpen && polls.slice(-50).map((poll) => (
        <button key={poll.id} type="button" class="story-line story-call" onClick={() => desk.choose({ block: key, call: poll.id })}>
          <span class="story-time">{clockTime(poll.time)}</span>
          <span class="story-what"><span class="story-method">{poll.name}</span><span class="story-excerpt">{poll.fault ? `fault: ${poll.fault}` : ""}</span></span>
          <Status entry={poll} />
          <span class="story-ms">{poll.ms === undefined ? "" : duration(poll.ms)}</span>
        </button>
      ))}
    </div>
  );
}
