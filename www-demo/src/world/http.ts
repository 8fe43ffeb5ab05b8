// The emulator behind HTTP: its control path `/user/…`. Changes arrive as events; only the initial state is fetched.
import { batch, signal } from "@preact/signals";
import type { Chat, User } from "botwire";
import type { ActionName, ActionParameters, ActionResult, BotPresence, EmulatorEvent, InjectedFault, LogEntry, NamedBot } from "botwire/emulator";
import { ActingWorld, replace } from "./acting.ts";
import { Conversations } from "./conversations.ts";
import { HttpWire } from "./http-wire.ts";
import { type ClockState, type Presence, RECENT_MS } from "./presence.ts";
import type { Place, View } from "./world.ts";

/** A method whose result is fixed. */
export interface FixedAnswer {
  method: string;
  result: unknown;
}

/** Milliseconds in which events are taken in together: those of a frame. */
const FRAME = 16;
/** Milliseconds between two looks at whether the bots are there. */
const PRESENCE_PAUSE = 200;

const NO_ANSWER = "The emulator does not answer.";

/** A world over an emulator that is served. */
export class HttpWorld extends ActingWorld {
  /** Why the emulator cannot be reached. */
  readonly failure = signal("");
  /** True after a reset or restore: this world is then obsolete. */
  readonly isReplaced = signal(false);
  /** How the bots get their updates. */
  readonly presence = signal<readonly BotPresence[]>([]);
  readonly clock = signal<ClockState>({ now: 0, stopped: false });
  readonly #baseUrl: string;
  readonly #wire: HttpWire;
  readonly #conversations: Conversations;
  readonly #waiting: EmulatorEvent[] = [];
  #events: EventSource | undefined;
  #frame: ReturnType<typeof setTimeout> | undefined;
  #presenceTimer: ReturnType<typeof setTimeout> | undefined;
  #absenceTimer: ReturnType<typeof setTimeout> | undefined;
  /** Looks at the people, and the latest of them that is shown. */
  #peopleLooks = 0;
  #peopleShown = 0;
  #isClosed = false;

  /** Opens the world of the emulator at a base URL. Rejects if the emulator does not respond. */
  static async open(baseUrl: string): Promise<HttpWorld> {
    const world = new HttpWorld(baseUrl.replace(/\/+$/, ""));
    try {
      // Listen first, so that no event between the two is missed.
      await world.#listen();
      await world.#readAll();
    } catch (error) {
      world.close();
      throw error;
    }
    return world;
  }

  private constructor(baseUrl: string) {
    super();
    this.#baseUrl = baseUrl;
    this.#wire = new HttpWire(baseUrl);
    this.#conversations = new Conversations((path) => this.#ask(path), (name, parameters) => this.act(name, parameters), () => this.#soon());
  }

  get wire() {
    return this.#wire.record;
  }

  async #ask(path: string, body?: BodyInit): Promise<unknown> {
    const response = await fetch(`${this.#baseUrl}/user/${path}`, body === undefined ? {} : { method: "POST", body });
    const answer = (await response.json()) as { ok: boolean; result?: unknown; description?: string };
    if (!answer.ok) throw new Error(answer.description ?? `HTTP ${response.status}`);
    return answer.result;
  }

  protected async carryOut<Name extends ActionName>(name: Name, parameters: ActionParameters<Name>, file?: Blob): Promise<ActionResult<Name>> {
    return (await this.#ask(`act/${name}`, file ? form(parameters, file) : JSON.stringify(parameters))) as ActionResult<Name>;
  }

  view(user: number, place: Place): Promise<View> {
    return this.#conversations.view(user, place, this.isBlocked(user, place));
  }

  countNew(user: number, place: Place, after: number): Promise<number> {
    return this.#conversations.countNew(user, place, after);
  }

  /** An address of the emulator itself, which answers ranges of large files. */
  async fileUrl(file_id: string, bot: number | undefined): Promise<string> {
    return `${this.#baseUrl}/user/file/${encodeURIComponent(file_id)}${bot === undefined ? "" : `?bot=${bot}`}`;
  }

  /** Advances the emulator's clock by a duration such as `25h`, or to the `next` due event. */
  async advance(duration: string): Promise<void> {
    await this.#ask("advance", duration);
    await this.#readClock();
  }

  /** Stops the emulator's clock, or lets it go on. */
  async stopClock(isStopped: boolean): Promise<void> {
    this.clock.value = (await this.#ask("clock", isStopped ? "stop" : "start")) as ClockState;
  }

  /** Retries pending webhook deliveries of a bot at once. */
  async retry(bot: number): Promise<void> {
    await this.#ask(`retry?bot=${bot}`, "");
    this.#lookForBots();
  }

  /** Sets the webhook of a bot; deletes it without a URL. */
  async setWebhook(bot: number, url: string): Promise<void> {
    await this.#ask(`webhook?bot=${bot}`, url);
    this.#lookForBots();
  }

  /** Sends an update of any kind to a bot. Resolves with its `update_id`. */
  async deliver(bot: number, update: object): Promise<number> {
    return (await this.#ask("act/deliver", JSON.stringify({ bot, update }))) as number;
  }

  /** Fixes the result of a method. Without a result, the method works as before. */
  async answer(method: string, result?: unknown): Promise<void> {
    await this.#ask("act/answer", JSON.stringify({ method, result }));
  }

  /** The results that are fixed. */
  async answers(): Promise<FixedAnswer[]> {
    return (await this.#ask("act/answers", "{}")) as FixedAnswer[];
  }

  /** The whole state, to be saved. */
  async save(): Promise<Blob> {
    const response = await fetch(`${this.#baseUrl}/user/snapshot`);
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return response.blob();
  }

  /** Loads a state that was saved, or the one at the start of the emulator. */
  async restore(snapshot?: Blob): Promise<void> {
    if (snapshot) await this.#ask("snapshot", snapshot);
    else await this.#ask("reset", "");
  }

  /**
   * Listens to events. Resolves with the first event, after which none is missed. Rejects if the emulator does not
   * respond.
   */
  #listen(): Promise<void> {
    const events = new EventSource(`${this.#baseUrl}/user/events`);
    this.#events = events;
    return new Promise((done, failed) => {
      events.onmessage = ({ data }: MessageEvent<string>) => {
        this.#waiting.push(JSON.parse(data) as EmulatorEvent);
        this.#soon();
        done();
      };
      events.onerror = () => {
        failed(new Error(NO_ANSWER));
        this.failure.value = NO_ANSWER;
        // The browser reconnects by itself, unless the response was an error.
        if (events.readyState === EventSource.CLOSED && !this.#isClosed) setTimeout(() => this.#isClosed || this.#listen().catch(() => undefined), 1000);
      };
    });
  }

  /** Applies new events in batches, one per frame. */
  #soon(): void {
    if (this.#isClosed) return;
    this.#frame ??= setTimeout(() => {
      this.#frame = undefined;
      batch(() => {
        for (const event of this.#waiting.splice(0)) this.#take(event);
        this.changes.value += 1;
      });
    }, FRAME);
  }

  #take(event: EmulatorEvent): void {
    switch (event.kind) {
      case "message":
      case "edit":
        return this.#conversations.put(event, event.message);
      case "deletion":
        return this.#conversations.remove(event, event.message_id);
      case "action":
        return this.#conversations.act(event, event.action ?? undefined);
      case "call":
        this.#lookForBots();
        return this.#wire.begin(event);
      case "call_end":
        this.#lookForBots();
        return this.#wire.end(event);
      case "delivery":
        this.#lookForBots();
        return this.#wire.deliver(event);
      case "log":
        return this.#log(event.entry, event.ms, event.answer);
      case "faults":
        return this.faults.update(event.faults);
      case "time":
        this.clock.value = { now: event.now, stopped: event.stopped };
        this.#conversations.forgetPeople();
        return this.#lookForBots();
      case "people":
        this.#conversations.forgetPeople();
        return void this.#readPeople().catch(() => undefined);
      case "reset":
        return void (this.isReplaced.value = true);
      case "open":
        this.failure.value = "";
        if (event.missed) return this.#readAgain();
    }
  }

  #log(entry: LogEntry, ms?: number, answer?: string): void {
    if (!this.#wire.log(entry, ms, answer)) return;
    this.faults.take([entry]);
    this.#lookForBots();
  }

  /** Events are lost: the emulator was started again, or the page was away for long. */
  #readAgain(): void {
    this.#conversations.forget();
    this.#wire.restart();
    void this.#readAll().then(() => (this.changes.value += 1), () => undefined);
  }

  async #readAll(): Promise<void> {
    const [entries, faults] = await Promise.all([
      this.#ask(`log?after=${this.#wire.logged}`) as Promise<LogEntry[]>, this.act("faults", {}) as Promise<InjectedFault[]>,
      this.#readPeople(), this.#readPresence(), this.#readClock(),
    ]);
    batch(() => {
      for (const entry of entries) this.#wire.log(entry);
      this.faults.update(faults);
    });
  }

  async #readPeople(): Promise<void> {
    const look = (this.#peopleLooks += 1);
    const [bots, users, chats] = (await Promise.all([this.act("bots", {}), this.act("users", {}), this.act("chats", {})])) as [NamedBot[], User[], Chat[]];
    // A later look was answered faster.
    if (look < this.#peopleShown) return;
    this.#peopleShown = look;
    batch(() => {
      replace(this.bots, bots.map(({ user }) => user));
      replace(this.users, users);
      replace(this.chats, chats.filter(({ type }) => type !== "private"));
      this.changes.value += 1;
    });
    await this.readPhotos();
  }

  async #readClock(): Promise<void> {
    this.clock.value = (await this.#ask("clock")) as ClockState;
  }

  /** Looks whether the bots are there, soon and not too often. */
  #lookForBots(): void {
    this.#presenceTimer ??= setTimeout(() => {
      void Promise.all([this.#readPresence(), this.#readClock()]).catch(() => undefined).finally(() => (this.#presenceTimer = undefined));
    }, PRESENCE_PAUSE);
  }

  async #readPresence(): Promise<void> {
    const { bots } = (await this.#ask("bots")) as Presence;
    if (this.#isClosed) return;
    replace(this.presence, bots);
    // There is no event for a bot that stops polling.
    clearTimeout(this.#absenceTimer);
    if (bots.some(({ polling, last_poll }) => !polling && last_poll !== undefined && this.clock.value.now - last_poll < RECENT_MS)) {
      this.#absenceTimer = setTimeout(() => this.#lookForBots(), RECENT_MS);
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#frame);
    clearTimeout(this.#presenceTimer);
    clearTimeout(this.#absenceTimer);
    this.#events?.close();
  }
}

/** The parameters of an action and its file. Objects are JSON. */
function form(parameters: object, file: Blob): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) body.append(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  body.append("file", file);
  return body;
}
