// The wire as a story: each update with the calls that it caused.
import type { Update } from "botwire";
import type { WireEntry } from "../../wire/entries.ts";
import { outcomeOf } from "../../wire/outcome.ts";
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

/** Calls about how updates arrive, such as that of Retry in the studio. No update causes them. */
const OF_WEBHOOK = /^(set|delete)Webhook$|^getWebhookInfo$/i;

const isPoll = ({ direction, name }: WireEntry): boolean => direction === "call" && /^getUpdates$/i.test(name);

/** The updates that a poll has brought. */
function updatesOf({ response }: WireEntry): readonly Update[] {
  const { result } = (response?.body ?? {}) as { result?: unknown };
  return Array.isArray(result) ? (result as Update[]) : [];
}

/** When an entry ended. */
export const endOf = ({ time, ms = 0 }: WireEntry): number => time + ms;

/** The place of an entry among the others: as it happened by the log, or where it began. */
export const placeInLog = ({ order, id }: WireEntry): number => order ?? id;

/** Numbers of blocks by what brings a later entry to them. */
interface Index {
  readonly updates: Map<number, number>;
  readonly queries: Map<string, number>;
  readonly deliveries: Map<number, number>;
  readonly started: Map<number | undefined, true>;
}

const emptyIndex = (): Index => ({ updates: new Map(), queries: new Map(), deliveries: new Map(), started: new Map() });

/** A story so far. Another one can go on from it, which leaves its blocks as they are. */
export class Telling {
  readonly blocks: Block[];
  readonly #former: Index;
  readonly #index = emptyIndex();

  constructor(former?: Telling) {
    this.blocks = former ? [...former.blocks] : [];
    this.#former = former ? former.#whole() : emptyIndex();
  }

  /** Adds entries, in the order in which they happened. */
  tell(entries: readonly WireEntry[]): this {
    for (const entry of entries) this.#tell(entry);
    return this;
  }

  /** The index of this story and of the former one. Later tellings read it, and none changes it. */
  #whole(): Index {
    for (const name of ["updates", "queries", "deliveries", "started"] as const) {
      const former = this.#former[name] as Map<unknown, unknown>;
      for (const [key, value] of this.#index[name]) former.set(key, value);
      this.#index[name].clear();
    }
    return this.#former;
  }

  #at<Key, Value>(of: (index: Index) => Map<Key, Value>, key: Key): Value | undefined {
    return of(this.#index).get(key) ?? of(this.#former).get(key);
  }

  #add(block: Block): number {
    return this.blocks.push(block) - 1;
  }

  /** Replaces a block, which a former telling may have too, by a changed one. */
  #change<Of extends Block>(number: number, change: (block: Of) => Partial<Of>): void {
    const block = this.blocks[number] as Of;
    this.blocks[number] = { ...block, ...change(block) };
  }

  #tell(entry: WireEntry): void {
    if (entry.direction === "delivery") return this.#update((entry.request.body ?? { update_id: 0 }) as unknown as Update, entry.time, entry);
    const { blocks } = this;
    if (isPoll(entry) && outcomeOf(entry) !== "failed") {
      const brought = updatesOf(entry);
      for (const update of brought) this.#update(update, endOf(entry), entry);
      if (brought.length > 0) return;
      const last = blocks.at(-1);
      if (last?.kind === "polls" && last.bot === entry.bot) this.#change<PollsBlock>(blocks.length - 1, ({ polls }) => ({ polls: [...polls, entry] }));
      else this.#add({ kind: "polls", key: `polls/${entry.id}`, time: entry.time, bot: entry.bot, polls: [entry] });
      return;
    }
    const cause = this.#causeOf(entry);
    if (cause !== undefined) return this.#change<UpdateBlock>(cause, ({ calls }) => ({ calls: [...calls, entry] }));
    const at = blocks.findLastIndex(({ kind }) => kind !== "polls");
    const last = blocks[at];
    if (last?.kind === "own" && last.bot === entry.bot && entry.time - endOf(last.calls.at(-1) ?? entry) < TOGETHER_MS) this.#change<OwnBlock>(at, ({ calls }) => ({ calls: [...calls, entry] }));
    else this.#add({ kind: "own", key: `own/${entry.id}`, time: entry.time, bot: entry.bot, isStart: !this.#at(({ started }) => started, entry.bot), calls: [entry] });
    this.#index.started.set(entry.bot, true);
  }

  #update(update: Update, time: number, entry: WireEntry): void {
    const id = update.update_id;
    let at = this.#at(({ updates }) => updates, id);
    if (at === undefined) {
      at = this.#add({ kind: "update", key: `${id}/${entry.id}`, time, taken: time, bot: entry.bot, update, view: updateView(update), attempts: [], calls: [] });
      this.#index.updates.set(id, at);
      const query = update.callback_query ?? update.inline_query ?? update.shipping_query ?? update.pre_checkout_query;
      if (query) this.#index.queries.set(query.id, at);
    }
    this.#index.started.set(entry.bot, true);
    this.#change<UpdateBlock>(at, ({ bot = entry.bot, attempts }) => ({ bot, taken: time, attempts: [...attempts, entry] }));
    if (entry.delivery !== undefined) this.#index.deliveries.set(entry.delivery, at);
  }

  /** The number of the update that has caused a call. */
  #causeOf(entry: WireEntry): number | undefined {
    if (OF_WEBHOOK.test(entry.name)) return undefined;
    if (entry.delivery !== undefined) return this.#at(({ deliveries }) => deliveries, entry.delivery);
    const parameters = (entry.request.body ?? {}) as Record<string, unknown>;
    const query = parameters["callback_query_id"] ?? parameters["inline_query_id"] ?? parameters["shipping_query_id"] ?? parameters["pre_checkout_query_id"];
    const asked = typeof query === "string" ? this.#at(({ queries }) => queries, query) : undefined;
    if (asked !== undefined) return asked;
    let latest: number | undefined;
    for (let at = this.blocks.length - 1; at >= Math.max(0, this.blocks.length - LOOK_BACK); at -= 1) {
      const block = this.blocks[at];
      if (block?.kind !== "update" || (block.bot !== undefined && block.bot !== entry.bot)) continue;
      if (entry.time - block.taken > SAME_CHAT_MS) continue;
      if (entry.chat !== undefined && placeOf(block.update) === entry.chat) return at;
      // An update whose delivery still runs, or the one that came last.
      if (latest === undefined && entry.time - Math.max(block.taken, ...block.calls.map(endOf)) < ANY_CHAT_MS) latest = at;
    }
    return latest;
  }
}

/** True if a block contains a failure that no fault has caused. */
export function isFailed(block: Block): boolean {
  if (block.kind === "polls") return false;
  return block.calls.some(hasFailed) || (block.kind === "update" && block.attempts.at(-1)?.direction === "delivery" && hasFailed(block.attempts.at(-1) as WireEntry));
}

/** True for requests that are not calls of a bot. */
export const isStray = (block: Block): boolean => block.kind === "own" && block.bot === undefined;

export const hasFailed = (entry: WireEntry): boolean => outcomeOf(entry) === "failed";

/** Milliseconds from the update to the end of what it has caused. */
export function durationOf(block: UpdateBlock | OwnBlock): number | undefined {
  const delivery = block.kind === "update" ? block.attempts.at(-1) : undefined;
  const ends = [...block.calls.map(endOf), ...(delivery?.direction === "delivery" && delivery.ms !== undefined ? [endOf(delivery)] : [])];
  return ends.length === 0 ? undefined : Math.max(...ends) - block.time;
}
