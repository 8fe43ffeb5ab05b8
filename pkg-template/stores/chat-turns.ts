// The Durable Object that lets the updates of one chat be handled one at a time.
import { LEASE_MS } from "../policy.js";

interface QueuedUpdate {
  readonly id: number;
  readonly enter: () => void;
}

/** The Durable Object behind `inChatOrder`, one for each chat: bind it in wrangler. It stores nothing. */
export class ChatTurns {
  /** What `wrangler types` asks of the class of a binding. */
  declare readonly __DURABLE_OBJECT_BRAND: never;
  /** The number of the last turn. It starts at another number after each restart, so that no earlier turn can end a later one. */
  #turns = Date.now();
  /** The number of the current turn; 0 if no turn is running. */
  #current = 0;
  readonly #queue: QueuedUpdate[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  async fetch(request: { readonly url: string }): Promise<any> {
    const { pathname, searchParams } = new URL(request.url);
    const id = Number(searchParams.get("id"));
    if (pathname === "/leave") {
      if (id === this.#current) this.#next();
      return new Response("");
    }
    if (this.#current !== 0) await new Promise<void>((enter) => this.#queue.push({ id, enter }));
    return new Response(String(this.#begin()));
  }

  #begin(): number {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#next(), LEASE_MS);
    return (this.#current = ++this.#turns);
  }

  #next(): void {
    clearTimeout(this.#timer);
    this.#current = 0;
    this.#queue.sort((a, b) => a.id - b.id);
    const first = this.#queue.shift();
    if (!first) return;
    // Taken before the waiting request resumes, so that no other enters in between; and on lease, since it may be gone.
    this.#current = -1;
    this.#timer = setTimeout(() => this.#next(), LEASE_MS);
    first.enter();
  }
}
