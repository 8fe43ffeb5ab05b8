// Updates that wait together, and then for the end of their run. Each one waits with timers of its own, because a promise of
// another request may not be awaited in workerd.
import { LONGEST_LOOK_MS } from "../policy.js";
import type { Update } from "../types.js";
import type { Gathers } from "../updates/chat-queue.js";
import type { Delivery } from "../updates/delivery.js";
import { insist } from "../updates/waits.js";

/** How a run has ended: its update is done, or comes again, or the handler has passed it. */
export type GroupEnd = "done" | "again" | "passed";

export class Group {
  /** The updates that wait. */
  readonly #members = new Set<Delivery>();
  readonly #wakes = new Set<() => void>();
  /** The updates in their order, once the run has begun. */
  #updates: readonly Update[] | undefined;
  #end: GroupEnd | undefined;
  #dueAt = 0;
  #latestAt: number | undefined;

  /** @param closed - Called when no further update joins. */
  constructor(
    private readonly quietMs: number,
    private readonly maxMs: number,
    private readonly maxUpdates: number,
    private readonly closed: () => void,
  ) {}

  /** The updates of the run, which has begun. */
  get updates(): readonly [Update, ...Update[]] {
    return this.#updates as readonly [Update, ...Update[]];
  }

  add(delivery: Delivery): void {
    const now = delivery.keys.now();
    this.#members.add(delivery);
    this.#latestAt ??= now + this.maxMs;
    this.#dueAt = Math.min(now + this.quietMs, this.#latestAt);
    if (this.#members.size >= this.maxUpdates) this.close();
  }

  /** Ends the wait: the run begins now. */
  close(): void {
    this.#dueAt = 0;
    this.closed();
    this.#wakeAll();
  }

  #wakeAll(): void {
    for (const wake of this.#wakes) wake();
    this.#wakes.clear();
  }

  #woken(): Promise<void> {
    return new Promise((resolve) => this.#wakes.add(resolve));
  }

  /**
   * Waits until the group is quiet. Resolves to true for the update that notices it first, whose handler runs.
   *
   * @throws An Error if the update is given up while it waits.
   */
  async wait(delivery: Delivery, accepts: Parameters<Gathers>[0]): Promise<boolean> {
    const { keys } = delivery;
    const look = (): "busy" | boolean => {
      if (this.#updates) return false;
      // One that is given up by now leaves the run to the others.
      delivery.feed(delivery.gone());
      if (keys.now() < this.#dueAt || delivery.isGivenUp) return "busy";
      this.#begin(delivery);
      return true;
    };
    try {
      delivery.gathers?.(accepts);
      return await insist(keys, "gather", look, (wait) => Promise.race([wait(Math.max(1, this.#dueAt - keys.now())), this.#woken()]));
    } catch (error) {
      this.#members.delete(delivery);
      if (this.#members.size === 0) this.closed();
      throw error;
    } finally {
      delivery.gathers?.(undefined);
    }
  }

  #begin(delivery: Delivery): void {
    // Without a store, an update may be here twice.
    const updates = new Map([...this.#members].map(({ update }) => [update.update_id, update]));
    this.#updates = [...updates.values()].sort((a, b) => a.update_id - b.update_id);
    this.closed();
    delivery.listener = this;
    this.#wakeAll();
  }

  runEnded(isDone: boolean): void {
    this.end(isDone ? "done" : "again");
  }

  end(end: GroupEnd): void {
    this.#end ??= end;
    this.#wakeAll();
  }

  /** Waits for the end of the run. */
  async ended({ keys }: Delivery): Promise<GroupEnd> {
    while (!this.#end) {
      let wake = (): void => {};
      const alarm = keys.alarms.set(LONGEST_LOOK_MS, () => wake());
      await Promise.race([new Promise<void>((resolve) => (wake = resolve)), this.#woken()]);
      keys.alarms.cancel(alarm);
    }
    return this.#end;
  }
}
