// The emulator behind HTTP: its control path `/user/…`.
import { batch, signal } from "@preact/signals";
import type { ActionName, Given, LogEntry, Result } from "botwire/emulator";
import { WireRecord } from "../wire/entries.ts";
import { ActingWorld, replace } from "./acting.ts";
import { wireEntryOf } from "./log-entries.ts";

/** A bot, and how it gets its updates: a part of the answer of `GET /user/bots`. */
export interface BotPresence {
  readonly user: { readonly id: number };
  readonly webhook?: string;
  readonly polling: boolean;
  readonly last_poll?: number;
  readonly last_delivery?: { readonly time: number; readonly status?: number; readonly error?: string };
  readonly next_retry?: number;
  readonly failing: number;
}

/** Milliseconds between two looks at an emulator that has no events. */
const PAUSE = 500;
/** Entries whose duration may still come. */
const MAX_KNOWN = 1000;
/** Milliseconds for which an action such as `typing` is shown. */
const ACTION_MS = 5_100;

/** A world over an emulator that is served. */
export class HttpWorld extends ActingWorld {
  readonly wire = new WireRecord();
  /** Why the emulator cannot be reached. */
  readonly failure = signal("");
  /** Whether the bots are there. */
  readonly presence = signal<readonly BotPresence[]>([]);
  /** That updates wait which no bot gets; empty if none do. */
  readonly waiting = signal("");
  /** The emulator's clock, in milliseconds since 1970. */
  readonly now = signal(0);
  readonly #baseUrl: string;
  /** Entries of the wire, by their numbers in the log. */
  readonly #entries = new Map<number, number>();
  /** How long calls and deliveries took whose entries are not here yet, by their numbers in the log. */
  readonly #durations = new Map<number, number>();
  #logged = 0;
  #events: EventSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looking: Promise<void> | undefined;
  #isClosed = false;

  /** Opens the world of the emulator at a base URL. Rejects if nothing answers there. */
  static async open(baseUrl: string): Promise<HttpWorld> {
    const world = new HttpWorld(baseUrl.replace(/\/+$/, ""));
    await world.#look();
    world.#listen();
    return world;
  }

  private constructor(baseUrl: string) {
    super();
    this.#baseUrl = baseUrl;
  }

  async #ask(path: string, init?: RequestInit): Promise<unknown> {
    const response = await fetch(`${this.#baseUrl}/user/${path}`, init);
    const answer = (await response.json()) as { ok: boolean; result?: unknown; description?: string };
    if (!answer.ok) throw new Error(answer.description ?? `HTTP ${response.status}`);
    return answer.result;
  }

  protected async carryOut<Name extends ActionName>(name: Name, parameters: Given<Name>, file?: Blob): Promise<Result<Name>> {
    const result = (await this.#ask(`act/${name}`, { method: "POST", body: file ? form(parameters, file) : JSON.stringify(parameters) })) as Result<Name>;
    if (!LOOKS.has(name)) this.#soon();
    return result;
  }

  async file(file_id: string): Promise<Blob> {
    const response = await fetch(`${this.#baseUrl}/user/file/${encodeURIComponent(file_id)}`);
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return response.blob();
  }

  /** Moves the emulator's clock ahead: milliseconds, or a duration such as `25h`. */
  async advance(duration: string | number): Promise<void> {
    await this.#ask("advance", { method: "POST", body: String(duration) });
    this.#soon();
  }

  /** Delivers at once what waits for the webhook of a bot. */
  async retry(bot: number): Promise<void> {
    await this.#ask(`retry?bot=${bot}`, { method: "POST" });
    this.#soon();
  }

  /** The whole state, to be saved. */
  async save(): Promise<Blob> {
    const response = await fetch(`${this.#baseUrl}/user/snapshot`);
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return response.blob();
  }

  /** Loads a state that was saved, or the one at the start of the emulator. */
  async restore(snapshot?: Blob): Promise<void> {
    if (snapshot) await this.#ask("snapshot", { method: "POST", body: snapshot });
    else await this.#ask("reset", { method: "POST" });
  }

  /** Follows the events of the emulator, or looks at it now and then if it has none. */
  #listen(): void {
    this.#events = new EventSource(`${this.#baseUrl}/user/events`);
    this.#events.onmessage = ({ data }: MessageEvent<string>) => {
      const { kind, action, entry, ms } = JSON.parse(data) as { kind: string; action?: string | null; entry?: number | { number: number }; ms?: number };
      if (entry !== undefined && ms !== undefined) this.#took(typeof entry === "number" ? entry : entry.number, ms);
      // The page begins anew: users and chats are others.
      if (kind === "reset") return location.reload();
      // The emulator does not say when an action is over by itself.
      if (kind === "action" && action) setTimeout(() => this.#soon(), ACTION_MS);
      this.#soon();
    };
    // What was missed meanwhile is in the log.
    this.#events.onopen = () => this.#soon();
    this.#events.onerror = () => {
      if (this.#events?.readyState === EventSource.CLOSED) this.#wait();
      else this.failure.value = "The emulator does not answer.";
    };
  }

  /** A call or a delivery took so many milliseconds. */
  #took(entry: number, ms: number): void {
    const shown = this.#entries.get(entry);
    if (shown === undefined) this.#durations.set(entry, ms);
    else this.wire.change(shown, { ms });
  }

  #show(entry: LogEntry): void {
    const ms = this.#durations.get(entry.number);
    this.#durations.delete(entry.number);
    this.#entries.set(entry.number, this.wire.add({ ...wireEntryOf(entry, this.#baseUrl), ...(ms !== undefined && { ms }) }));
    if (this.#entries.size > MAX_KNOWN) this.#entries.delete(this.#entries.keys().next().value as number);
  }

  #wait(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#look().catch(() => undefined).then(() => this.#wait()), PAUSE);
  }

  /** Looks now, or once more after a look that is under way. */
  #soon(): void {
    if (this.#isClosed) return;
    const former = this.#looking ?? Promise.resolve();
    void former.then(() => this.#look()).catch(() => undefined);
  }

  #look(): Promise<void> {
    return (this.#looking ??= this.#read().finally(() => (this.#looking = undefined)));
  }

  async #read(): Promise<void> {
    try {
      const [bots, users, chats, entries, presence, now] = await Promise.all([
        this.act("bots", {}), this.act("users", {}), this.act("chats", {}), this.#ask(`log?after=${this.#logged}`) as Promise<LogEntry[]>,
        this.#ask("bots") as Promise<{ bots: BotPresence[]; waiting: string }>, this.#ask("clock") as Promise<number>,
      ]);
      this.#logged = entries.at(-1)?.number ?? this.#logged;
      batch(() => {
        for (const entry of entries) this.#show(entry);
        this.faults.take(entries);
        replace(this.bots, bots.map(({ user }) => user));
        replace(this.users, users);
        replace(this.presence, presence.bots);
        this.waiting.value = presence.waiting;
        this.now.value = now;
        replace(this.chats, chats.filter(({ type }) => type !== "private"));
        this.failure.value = "";
        this.changes.value += 1;
      });
    } catch (error) {
      this.failure.value = "The emulator does not answer.";
      throw error;
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#events?.close();
  }
}

/** Actions that change nothing. */
const LOOKS: ReadonlySet<ActionName> = new Set<ActionName>(["messages", "message", "edits", "query", "invoice", "payment", "keyboard", "action", "members", "chat", "chats", "bots", "users"]);

/** The parameters of an action and its file. Objects are JSON. */
function form(parameters: object, file: Blob): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) body.append(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  body.append("file", file);
  return body;
}
