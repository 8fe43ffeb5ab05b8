// Runs the bot's code. If an edit fails to load, the last version that loaded keeps running.
import { computed, type Signal, signal } from "@preact/signals";
import { Bot, type BotOptions, isBotwireError, type UpdateHandler } from "botwire";
import type { Code } from "./code.ts";
import { type Failure, failureOf, lineIn, type Report } from "./failure.ts";
import { GUARD, MADE } from "./guard.ts";
import { round } from "./loops.ts";
import { ImportError, link, moduleOf, release } from "./modules.ts";
import { consoleFor, type Level } from "./output.ts";

/** A server as edge runtimes know it. */
export type Fetch = (request: Request) => Response | Promise<Response>;

/** The exports of a bot's module: a webhook server, a handler for long polling, or both. */
export interface Program {
  readonly fetch: Fetch | undefined;
  readonly handler: UpdateHandler | undefined;
  /** The bot that polls. */
  readonly bot: Bot;
}

/** Reports that are console output, not errors. */
const PRINTS: readonly string[] = ["log", "warn", "error"];
/** How many reports are retained. */
const MAX_REPORTS = 100;

/** Runs the code of one bot. */
export class Runner {
  /** Errors and prints, oldest first. */
  readonly reports: Signal<readonly Report[]> = signal([]);
  /** `running` if the current code is the code that runs. */
  readonly state: Signal<"loading" | "running" | "broken"> = signal("loading");
  /** Errors of the code that runs. */
  readonly failures = computed(() => this.reports.value.filter(({ id, kind }) => id > this.loadedAt.value && !PRINTS.includes(kind) && kind !== "load"));
  /** Reports with a greater number come from the code that runs. */
  readonly loadedAt: Signal<number> = signal(0);
  /** The running program. */
  readonly program: Signal<Program | undefined> = signal(undefined);
  #address = "";
  #places: ReadonlySet<number> = new Set();
  #last = 0;
  #attempt = 0;
  readonly #options: BotOptions & { readonly path: string };
  readonly #service: BotOptions;

  constructor(options: BotOptions & { readonly path: string }) {
    this.#options = options;
    const { path: _, ...service } = options;
    this.#service = service;
  }

  /** Loads code. If that fails, the previous code keeps running. */
  async load(code: Code): Promise<boolean> {
    const attempt = (this.#attempt += 1);
    let address = "";
    // An error of this code is reported, also when other code has taken its place by then.
    const onError = (error: unknown): void => this.#report(failureOf(error, address, "run", places));
    // The places of parameters, the latest last.
    const places = new Set<number>();
    const made = <Made>(at: number, parameters: Made): Made => {
      places.delete(at);
      places.add(at);
      return parameters;
    };
    const print = (level: Level, text: string, stack: Error): void => this.#report({ kind: level, text, line: lineIn(stack, address) });
    const names = [`options ${attempt}`, `tools ${attempt}`] as const;
    const options = moduleOf(names[0], { options: { ...this.#options, onError }, service: this.#service });
    const tools = moduleOf(names[1], { console: consoleFor(print), [GUARD]: round, [MADE]: made });
    try {
      address = link(code, new Map([["./options", options]]), `import { console, ${GUARD}, ${MADE} } from "${tools}";`);
      const loaded = (await import(/* @vite-ignore */ address)) as Record<string, unknown>;
      const program = this.#programOf(loaded);
      if (attempt !== this.#attempt) return false;
      // Errors of the previous code are obsolete.
      this.reports.value = this.reports.value.filter(({ kind }) => PRINTS.includes(kind));
      this.program.value = program;
      this.#address = address;
      this.#places = places;
      this.state.value = "running";
      this.loadedAt.value = this.#last;
      return true;
    } catch (error) {
      if (attempt !== this.#attempt) return false;
      this.reports.value = this.reports.value.filter(({ kind }) => kind !== "load");
      const failure = failureOf(error, address, "load");
      this.#report(error instanceof ImportError ? { ...failure, line: error.line } : failure);
      this.state.value = "broken";
      return false;
    } finally {
      release(names, [options, tools]);
    }
  }

  /** Marks the current code as broken. `why` is reported if nothing else reports the reason. */
  refuse(why?: string): void {
    this.#attempt += 1;
    this.state.value = "broken";
    this.reports.value = this.reports.value.filter(({ kind }) => kind !== "load");
    if (why !== undefined) this.#report({ kind: "load", text: why });
  }

  /** Answers a request as the bot's server. Exceptions are reported, and answered with 500 as runtimes do. */
  async answer(request: Request): Promise<Response> {
    const { fetch } = this.program.value ?? {};
    if (!fetch) return new Response(null, { status: 503 });
    const [address, places] = [this.#address, this.#places];
    try {
      const response: unknown = await fetch(request);
      if (response instanceof Response) return response;
      throw new TypeError("fetch gave no Response");
    } catch (error) {
      this.#report(failureOf(error, address, "run", places));
      return new Response(null, { status: 500 });
    }
  }

  /** Reports an exception of a handler, or the error of a call that it returned. */
  readonly onError = (error: unknown): void => this.#report(failureOf(error, this.#address, "run", this.#places));

  /** Reports uncaught errors, such as a rejected call without await or an exception in a timer. */
  watch(): () => void {
    const isOfBot = (error: unknown): boolean => isBotwireError(error) || lineIn(error, this.#address) !== undefined;
    const rejected = (event: PromiseRejectionEvent): void => {
      if (!isOfBot(event.reason)) return;
      event.preventDefault();
      this.#report(failureOf(event.reason, this.#address, "run", this.#places));
    };
    const thrown = (event: ErrorEvent): void => {
      if (!isOfBot(event.error)) return;
      event.preventDefault();
      this.#report(failureOf(event.error, this.#address, "run", this.#places));
    };
    addEventListener("unhandledrejection", rejected);
    addEventListener("error", thrown);
    return () => {
      removeEventListener("unhandledrejection", rejected);
      removeEventListener("error", thrown);
    };
  }

  /** Forgets errors and prints. */
  clear(): void {
    this.reports.value = [];
  }

  #programOf(exports: Record<string, unknown>): Program {
    const { default: exported, fetch = (Object(exported) as { fetch?: unknown }).fetch, handler, bot } = exports;
    const server = typeof exported === "function" ? exported : fetch;
    if (typeof server !== "function" && typeof handler !== "function") {
      throw new TypeError("the bot has no server: write `export default { fetch: createWebhookHandler(options, handler) }`");
    }
    return {
      fetch: typeof server === "function" ? (request) => (server as Fetch).call(exported, request) : undefined,
      handler: typeof handler === "function" ? (handler as UpdateHandler) : undefined,
      bot: bot instanceof Bot ? bot : new Bot(this.#service),
    };
  }

  #report(failure: Failure): void {
    const all = this.reports.value;
    const isSame = ({ kind, text, line }: Report): boolean => kind === failure.kind && text === failure.text && line === failure.line;
    // Output keeps its order; an error that repeats with each attempt is counted, not listed again.
    const former = PRINTS.includes(failure.kind) ? all.slice(-1).find(isSame) : all.find((report) => report.id > this.loadedAt.value && isSame(report));
    const report = { ...failure, id: former?.id ?? (this.#last += 1), time: Date.now(), count: (former?.count ?? 0) + 1 };
    this.reports.value = [...all.filter((other) => other !== former), report].slice(-MAX_REPORTS);
  }
}
