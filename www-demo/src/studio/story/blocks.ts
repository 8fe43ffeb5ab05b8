// The wire as a story: each update with the calls that it caused.
import type { Update } from "botwire";
import { outcomeOf } from "../../wire/outcome.ts";
import type { WireEntry } from "../../wire/entries.ts";
import { placeOf, type UpdateView, updateView } from "./update-view.ts";

/** An update and the calls that it caused. */
export interface UpdateBlock {
  readonly kind: "update";
  readonly key: string;
  /** When the bot got it, by the emulator's clock. */
  readonly time: number;
  /** When the bot got it last: polls bring an update again until it is confirmed. */
  readonly taken: number;
  readonly bot: number | undefined;
  readonly update: Update;
  readonly view: UpdateView;
  /** The deliveries to a webhook, or the poll that brought it. */
  readonly attempts: readonly WireEntry[];
  readonly calls: readonly WireEntry[];
}

/** Calls that no update has caused. */
export interface OwnBlock {
  readonly kind: "own";
  readonly key: string;
  readonly time: number;
  readonly bot: number | undefined;
  /** True for the first calls of a bot. */
  readonly isStart: boolean;
  readonly calls: readonly WireEntry[];
}

/** Polls without an update, one after the other. */
export interface PollsBlock {
  readonly kind: "polls";
  readonly key: string;
  readonly time: number;
  readonly bot: number | undefined;
  readonly polls: readonly WireEntry[];
}

export type Block = UpdateBlock | OwnBlock | PollsBlock;

/** Milliseconds within which a call belongs to the latest update of its chat. */
const SAME_CHAT_MS = 60_000;
/** Milliseconds within which a call to another chat, or to none, belongs to the latest update. */
const ANY_CHAT_MS = 5_000;
/** Milliseconds within which calls without an update belong together. */
const TOGETHER_MS = 2_000;
/** Blocks that are looked through for the cause of a call. */
const LOOK_BACK = 100;

type Growing<Of> = { -readonly [Name in keyof Of]: Of[Name] extends readonly (infer Item)[] ? Item[] : Of[Name] };

const isPoll = ({ direction, name }: WireEntry): boolean => direction === "call" && /^getUpdates$/i.test(name);

/** The updates that a poll has brought. */
function updatesOf({ response }: WireEntry): readonly Update[] {
  const { result } = (response?.body ?? {}) as { result?: unknown };
  return Array.isArray(result) ? (result as Update[]) : [];
}

/** When an entry ended. */
export const endOf = ({ time, ms = 0 }: WireEntry): number => time + ms;

/** Tells the story of the entries. */
export function blocksOf(entries: readonly WireEntry[]): Block[] {
  const blocks: (Growing<UpdateBlock> | Growing<OwnBlock> | Growing<PollsBlock>)[] = [];
  const updates = new Map<string, Growing<UpdateBlock>>();
  const queries = new Map<string, Growing<UpdateBlock>>();
  const deliveries = new Map<number, Growing<UpdateBlock>>();
  const started = new Set<number | undefined>();

  const add = (update: Update, time: number, entry: WireEntry): void => {
    const id = String(update.update_id);
    let block = updates.get(id);
    if (block === undefined) {
      block = { kind: "update", key: `${id}/${entry.id}`, time, taken: time, bot: entry.bot, update, view: updateView(update), attempts: [], calls: [] };
      blocks.push(block);
      updates.set(id, block);
      const query = update.callback_query ?? update.inline_query ?? update.shipping_query ?? update.pre_checkout_query;
      if (query) queries.set(query.id, block);
    }
    started.add(entry.bot);
    block.bot ??= entry.bot;
    block.taken = time;
    block.attempts.push(entry);
    if (entry.delivery !== undefined) deliveries.set(entry.delivery, block);
  };

  for (const entry of inOrder(entries)) {
    if (entry.direction === "delivery") {
      add((entry.request.body ?? { update_id: 0 }) as unknown as Update, entry.time, entry);
    } else if (isPoll(entry) && outcomeOf(entry) !== "failed") {
      const brought = updatesOf(entry);
      for (const update of brought) add(update, endOf(entry), entry);
      if (brought.length > 0) continue;
      const last = blocks.at(-1);
      if (last?.kind === "polls" && last.bot === entry.bot) last.polls.push(entry);
      else blocks.push({ kind: "polls", key: `polls/${entry.id}`, time: entry.time, bot: entry.bot, polls: [entry] });
    } else {
      const cause = causeOf(entry, blocks, queries, deliveries);
      if (cause) {
        cause.calls.push(entry);
        continue;
      }
      const last = blocks.findLast(({ kind }) => kind !== "polls");
      if (last?.kind === "own" && last.bot === entry.bot && entry.time - endOf(last.calls.at(-1) ?? entry) < TOGETHER_MS) last.calls.push(entry);
      else blocks.push({ kind: "own", key: `own/${entry.id}`, time: entry.time, bot: entry.bot, isStart: !started.has(entry.bot), calls: [entry] });
      started.add(entry.bot);
    }
  }
  return blocks;
}

/** The entries as they happened: those of the log by their numbers, others where they began. */
function inOrder(entries: readonly WireEntry[]): readonly WireEntry[] {
  const place = ({ order, id }: WireEntry): number => order ?? id;
  return [...entries].sort((one, other) => place(one) - place(other) || one.id - other.id);
}

type Blocks = readonly (Growing<UpdateBlock> | Growing<OwnBlock> | Growing<PollsBlock>)[];

/** The update that has caused a call. */
function causeOf(entry: WireEntry, blocks: Blocks, queries: ReadonlyMap<string, Growing<UpdateBlock>>, deliveries: ReadonlyMap<number, Growing<UpdateBlock>>): Growing<UpdateBlock> | undefined {
  if (entry.delivery !== undefined) return deliveries.get(entry.delivery);
  const parameters = (entry.request.body ?? {}) as Record<string, unknown>;
  const query = parameters["callback_query_id"] ?? parameters["inline_query_id"] ?? parameters["shipping_query_id"] ?? parameters["pre_checkout_query_id"];
  const asked = typeof query === "string" ? queries.get(query) : undefined;
  if (asked) return asked;
  let latest: Growing<UpdateBlock> | undefined;
  for (let at = blocks.length - 1; at >= Math.max(0, blocks.length - LOOK_BACK); at -= 1) {
    const block = blocks[at];
    if (block?.kind !== "update" || (block.bot !== undefined && block.bot !== entry.bot)) continue;
    if (entry.time - block.taken > SAME_CHAT_MS) continue;
    if (entry.chat !== undefined && placeOf(block.update) === entry.chat) return block;
    // An update whose delivery still runs, or the one that came last.
    if (latest === undefined && entry.time - Math.max(block.taken, ...block.calls.map(endOf)) < ANY_CHAT_MS) latest = block;
  }
  return latest;
}

/** True if a block contains a failure that no fault has caused. */
export function isFailed(block: Block): boolean {
  if (block.kind === "polls") return false;
  return block.calls.some(hasFailed) || (block.kind === "update" && block.attempts.at(-1)?.direction === "delivery" && hasFailed(block.attempts.at(-1) as WireEntry));
}

export const hasFailed = (entry: WireEntry): boolean => outcomeOf(entry) === "failed";

/** Milliseconds from the update to the end of what it has caused. */
export function durationOf(block: UpdateBlock | OwnBlock): number | undefined {
  const delivery = block.kind === "update" ? block.attempts.at(-1) : undefined;
  const ends = [...block.calls.map(endOf), ...(delivery?.direction === "delivery" && delivery.ms !== undefined ? [endOf(delivery)] : [])];
  return ends.length === 0 ? undefined : Math.max(...ends) - block.time;
}
