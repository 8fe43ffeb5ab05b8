// The emulator behind HTTP: its control path `/user/…`. Changes arrive as events; only the initial state is fetched.
import { batch, signal } from "@preact/signals";
import type { Chat, User } from "botwire";
import type { ActionName, ActionParameters, ActionResult, BotPresence, EmulatorEvent, InjectedFault, LogEntry, NamedBot, TimedEntry } from "botwire/emulator";
import { ActingWorld, replace } from "./acting.ts";
import { Conversations } from "./conversations.ts";
import { HttpWire } from "./http-wire.ts";
import { formOf } from "./action-form.ts";
import { EventStream } from "./event-stream.ts";
import { FixedAnswers } from "./fixed-answers.ts";
import { type ClockState, isRecent, type Presence, RECENT_MS } from "./presence.ts";
import { ProgramView, type ReadProgram } from "./program-view.ts";
import type { Place, View } from "./world.ts";

/** Milliseconds in which events are taken in together: those of a frame. */
const FRAME = 16;
/** Milliseconds between two looks at the bots. */
const PRESENCE_PAUSE = 200;

/** A world over an emulator that is served. */
export class HttpWorld extends ActingWorld {
  /** Why the emulator cannot be reached. */
  readonly failure = signal("");
  /** True after a reset or restore: this world is then obsolete. */
  readonly isReplaced = signal(false);
  /** How the bots get their updates. */
  readonly presence = signal<readonly BotPresence[]>([]);
  readonly clock = signal<ClockState>({ now: 0, stopped: false });
  /** The program of the bot, if the command has started it. */
  readonly program = new ProgramView();
  readonly fixed = new FixedAnswers((name, parameters) => this.#ask(`act/${name}`, JSON.stringify(parameters)));
  readonly #baseUrl: string;
  readonly #wire: HttpWire;
  readonly #conversations: Conversations;
  readonly #waiting: EmulatorEvent[] = [];
  readonly #events: EventStream;
  #frame: ReturnType<typeof setTimeout> | undefined;
  #presenceTimer: ReturnType<typeof setTimeout> | undefined;
  #absenceTimer: ReturnType<typeof setTimeout> | undefined;
  /** Looks at the people, and the latest of them that is shown. */
  #peopleLooks = 0;
  #peopleShown = 0;
  #isClosed = false;
  /** When the clock was read, by the clock of the machine. */
  #clockRead = Date.now();

  /** Opens the world of the emulator at a base URL, with the wire of a former one. Rejects if the emulator does not respond. */
  static async open(baseUrl: string, former?: HttpWorld): Promise<HttpWorld> {
    const world = new HttpWorld(baseUrl.replace(/\/+$/, ""), former);
    try {
      // Listen first, so that no event between the two is missed.
      await world.#events.open();
      await world.#readAll();
    } catch (error) {
      world.close();
      throw error;
    }
    return world;
  }

  private constructor(baseUrl: string, former: HttpWorld | undefined) {
    super();
    this.#baseUrl = baseUrl;
    this.#events = new EventStream(`${baseUrl}/user/events`, {
      event: (event) => (this.#waiting.push(event), this.#soon()),
      failed: () => (this.failure.value = "The emulator does not answer."),
    });
    // After a reset, the log goes on.
    this.#wire = former ? former.#wire : new HttpWire(baseUrl, () => this.now());
    this.#conversations = new Conversations((path) => this.#ask(path), (name, parameters) => this.act(name, parameters), () => this.#soon());
  }

  get wire() {
    return this.#wire.record;
  }

  /** The time by the emulator's clock. */
  now(): number {
    const { now, stopped } = this.clock.peek();
    return stopped ? now : now + Date.now() - this.#clockRead;
  }

  async #ask(path: string, body?: BodyInit): Promise<unknown> {
    const response = await fetch(`${this.#baseUrl}/user/${path}`, body === undefined ? {} : { method: "POST", body });
    const answer = (await response.json()) as { ok: boolean; result?: unknown; description?: string };
    if (!answer.ok) throw new Error(answer.description ?? `HTTP ${response.status}`);
    return answer.result;
  }

  protected async carryOut<Name extends ActionName>(name: Name, parameters: ActionParameters<Name>, file?: Blob): Promise<ActionResult<Name>> {
    return (await this.#ask(`act/${name}`, file ? formOf(parameters, file) : JSON.stringify(parameters))) as ActionResult<Name>;
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
    this.#setClock((await this.#ask("clock", isStopped ? "stop" : "start")) as ClockState);
  }

  /** Retries pending webhook deliveries of a bot. */
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

  /** Discards the update whose delivery fails, or else the first one that waits. */
  async skip(bot: number): Promise<void> {
    await this.#ask(`skip?bot=${bot}`, "");
    this.#lookForBots();
  }

  /** Calls a method as the bot does. Resolves with the number of the entry of the log. */
  async call(bot: number, method: string, parameters: object): Promise<number | undefined> {
    return ((await this.#ask("call", JSON.stringify({ bot, method, parameters }))) as { entry?: number }).entry;
  }

  /** Starts the program of the bot again. */
  async restartProgram(): Promise<void> {
    await this.#ask("restart", "");
  }

  /** The whole state, to be saved. */
  async save(): Promise<Blob> {
    const response = await fetch(`${this.#baseUrl}/user/snapshot`);
    if (response.ok) return response.blob();
    throw new Error(`HTTP ${response.status}`);
  }

  /** Loads a state that was saved, or the one at the start of the emulator. */
  async restore(snapshot?: Blob): Promise<void> {
    await (snapshot ? this.#ask("snapshot", snapshot) : this.#ask("reset", ""));
  }

  /** Applies new events in batches, one per frame. */
  #soon(): void {
    if (this.#isClosed) return;
    this.#frame ??= setTimeout(() => {
      this.#frame = undefined;
      batch(() => (this.#takeAll(), (this.changes.value += 1)));
    }, FRAME);
  }

  #takeAll = (): void => this.#waiting.splice(0).forEach((event) => this.#take(event));

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
        this.#setClock({ now: event.now, stopped: event.stopped });
        this.#conversations.forgetPeople();
        return this.#lookForBots();
      case "presence":
        return this.#lookForBots();
      case "output":
        return this.program.add(event.line);
      case "program":
        return this.program.set(event.program);
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
    const [entries, faults, program] = await Promise.all([
      this.#ask(`log?after=${this.#wire.read}`) as Promise<TimedEntry[]>, this.act("faults", {}) as Promise<InjectedFault[]>,
      this.#ask("program") as Promise<ReadProgram | null>, this.#readPeople(), this.#readPresence(), this.#readClock(), this.fixed.read(),
    ]);
    batch(() => {
      // A call that has begun before the log was read is completed by it.
      this.#takeAll();
      this.program.read(program);
      this.#wire.fill(entries);
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
    this.#setClock((await this.#ask("clock")) as ClockState);
  }

  #setClock(clock: ClockState): void {
    this.#clockRead = Date.now();
    this.clock.value = clock;
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
    // Between two polls, a bot that opens a connection for each call looks as if it were away.
    clearTimeout(this.#absenceTimer);
    if (bots.some((bot) => isRecent(bot, this.now()))) {
      this.#absenceTimer = setTimeout(() => this.#lookForBots(), RECENT_MS);
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const timer of [this.#frame, this.#presenceTimer, this.#absenceTimer]) clearTimeout(timer);
    this.#events.close();
  }
}
