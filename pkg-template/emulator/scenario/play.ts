// Plays a scenario against the bot of an emulator.

import { DELIVERY_ATTEMPTS } from "../../policy.js";
import { checkNames, checkNumber } from "../core/check.js";
import { coreOf } from "../core/core.js";
import type { LogEntry } from "../core/log.js";
import type { Duration } from "../core/time.js";
import { Emulator } from "../testing/emulator.js";
import { brief } from "../testing/lines.js";
import { answerOf, isVisible } from "./answers.js";
import { Cast } from "./cast.js";
import { checkScenario } from "./check.js";
import { answerLine, compare, type ComparedLine, isComplete, stepLine } from "./compare.js";
import type { Scenario, ScenarioAnswer, ScenarioStep } from "./types.js";

/**
 * Options of {@link playScenario}.
 *
 * @example
 * ```ts
 * await playScenario(emulator, scenario, { timeoutMs: 10_000 });
 * ```
 */
export interface PlayOptions {
  /** Real milliseconds to wait for the answers of a step. Default: 5000. */
  timeoutMs?: number | undefined;
}

/** What differs, with the reasons that the log has. */
export interface Difference {
  /** The number of the step, from 0; the number of steps for what came after the last one. */
  readonly step: number;
  readonly lines: readonly ComparedLine[];
  readonly reasons: readonly string[];
}

/** A scenario that is being played. */
export class Player {
  readonly #emulator: Emulator;
  readonly #scenario: Scenario;
  readonly #cast: Cast;
  /** The number of the last log entry whose answers were compared. */
  #compared = 0;
  /** Ends the waiting early, such as when the bot has ended. */
  #stopped: (() => string | undefined) | undefined;
  answers = 0;

  /** Creates the users and chats. */
  constructor(emulator: Emulator, scenario: Scenario, stopped?: () => string | undefined) {
    this.#emulator = emulator;
    this.#scenario = scenario;
    this.#compared = emulator.log().at(-1)?.number ?? 0;
    this.#cast = new Cast(emulator, scenario);
    this.#stopped = stopped;
  }

  /** Plays the steps up to the first difference. Time passes in the emulator only. */
  async play(timeoutMs: number): Promise<Difference | undefined> {
    for (const [index, step] of this.#scenario.steps.entries()) {
      try {
        if (step.act === "advance") await this.#emulator.advance(step["by"] as Duration);
        else if (step.act !== "wait") this.#cast.run(step);
      } catch (error) {
        return this.#difference(index, step, [`not possible: ${error instanceof Error ? error.message.replace("Bad Request: ", "") : String(error)}`]);
      }
      const difference = step.expect === undefined ? undefined : await this.#await(index, step, step.expect, timeoutMs);
      if (difference !== undefined) return difference;
    }
    return undefined;
  }

  /** Compares what came after the last step, when the bot can do nothing more. */
  rest(): Difference | undefined {
    // Without `expect`, the last steps are not compared.
    if (this.#scenario.steps.at(-1)?.expect === undefined) return undefined;
    const lines = compare([], this.#received());
    return lines.length === 0 ? undefined : { step: this.#scenario.steps.length, lines, reasons: [] };
  }

  #entries(): LogEntry[] {
    return this.#emulator.log(this.#compared);
  }

  #received(): ScenarioAnswer[] {
    const { id } = this.#emulator.bot;
    return this.#entries().flatMap((entry) => (isVisible(entry, id) && entry.answer.ok ? [answerOf(entry, this.#cast.nameOf)] : []));
  }

  async #await(index: number, step: ScenarioStep, expected: readonly ScenarioAnswer[], timeoutMs: number): Promise<Difference | undefined> {
    const reason = await this.#done(expected, timeoutMs);
    const difference = this.#difference(index, step, reason === undefined ? [] : [reason], expected);
    this.answers += expected.length;
    this.#compared = this.#emulator.log().at(-1)?.number ?? this.#compared;
    return difference.lines.length === 0 && reason === undefined ? undefined : difference;
  }

  #difference(step: number, { expect = [] }: ScenarioStep, reasons: readonly string[], expected: readonly ScenarioAnswer[] = expect): Difference {
    const failed = this.#entries().filter((entry) => "answer" in entry ? !entry.answer.ok && entry.kind !== "stray" : entry.kind === "delivery" && !isDelivered(entry));
    return { step, lines: compare(expected, this.#received()), reasons: [...reasons, ...failed.map(brief)] };
  }

  /** Waits until the bot has taken its updates and has given as many answers as expected. Returns why that does not happen. */
  #done(expected: readonly ScenarioAnswer[], timeoutMs: number): Promise<string | undefined> {
    const emulator = this.#emulator;
    let tried = 0;
    return new Promise((resolve) => {
      const end = (reason: string | undefined): void => {
        clearTimeout(timer);
        stop();
        resolve(reason);
      };
      const timer = setTimeout(() => end(isComplete(expected, this.#received()) ? `the bot has not taken its updates within ${timeoutMs / 1000} s` : `no further answer within ${timeoutMs / 1000} s`), timeoutMs);
      const look = (): void => {
        const isTaken = emulator.act("queue", {}).length === 0;
        const reason = this.#stopped?.();
        if (isTaken && isComplete(expected, this.#received())) return end(undefined);
        if (reason !== undefined) return end(reason);
        const last = this.#entries().filter(({ kind }) => kind === "delivery").pop();
        if (isTaken || last?.kind !== "delivery" || isDelivered(last) || last.number === tried) return;
        tried = last.number;
        if (last.attempt >= DELIVERY_ATTEMPTS) return end("the webhook has failed to take an update");
        // A failed delivery is not waited for in real time.
        const { next } = coreOf(emulator).loop;
        if (next !== undefined) queueMicrotask(() => void emulator.advance(Math.max(0, next - emulator.clock.now())).catch(() => {}));
      };
      const stop = emulator.watch(look);
      look();
    });
  }
}

const isDelivered = (entry: LogEntry): boolean => entry.kind === "delivery" && entry.status !== undefined && entry.status >= 200 && entry.status < 300;

/** Formats a difference: the step, lines with `-` for what was expected and `+` for what came, and reasons. */
export function describeDifference({ steps }: Scenario, { step, lines, reasons }: Difference): string {
  const head = step < steps.length ? stepLine(step, steps[step]!) : "after the last step";
  const rest = steps.length - step - 1;
  return [
    head,
    ...lines.map(({ mark, answer }) => `  ${mark} ${answerLine(answer)}`),
    ...reasons.map((reason) => `  ! ${reason}`),
    ...(rest > 0 ? [`  ${rest} later ${rest === 1 ? "step was" : "steps were"} not played`] : []),
  ].join("\n");
}

/**
 * Plays a conversation against the bot of an emulator: creates its users and chats, carries out its steps, and compares the
 * answers of the bot. Time passes only by moving the emulator's clock. The bot gets its updates by its webhook or by polling.
 *
 * ```js
 * const emulator = createEmulator({ webhook: handler });
 * await emulator.fetch(`${emulator.baseUrl}/bot${emulator.token}/setWebhook?url=https://bot.example/hook`);
 * await playScenario(emulator, {
 *   version: 1,
 *   users: { alice: { first_name: "Alice" } },
 *   steps: [{ act: "write", user: "alice", text: "/start", expect: [{ method: "sendMessage", chat: "alice", text: "Hello" }] }],
 * });
 * ```
 *
 * @throws ScenarioError with the path of a field, if the scenario is wrong. Error with the difference, if the bot answers
 * something else.
 */
export async function playScenario(emulator: Emulator, scenario: Scenario, options: PlayOptions = {}): Promise<void> {
  const { timeoutMs = 5000 } = checkNames("playScenario", options, ["timeoutMs"]);
  checkNumber("timeoutMs", timeoutMs, 0, 0x7fffffff);
  if (!(emulator instanceof Emulator)) throw new TypeError("emulator: expected an Emulator");
  const checked = checkScenario(scenario);
  const player = new Player(emulator, checked);
  let difference = await player.play(timeoutMs);
  if (difference === undefined) {
    await emulator.settle();
    difference = player.rest();
  }
  if (difference !== undefined) throw new Error(`the bot answers differently\n${describeDifference(checked, difference)}`);
}
