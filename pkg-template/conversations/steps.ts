// The steps of a run, in the order of their calls: those of the journal give their value again, and the first new question stops the run.
import type { Update } from "../types.js";
import type { InlineCall } from "../methods.js";
import type { Run, Step } from "../handlers/journal.js";
import { ConversationError } from "./types.js";

/** How a run stops before its end. */
export type Stop =
  /** A question is open. */
  | { readonly call: InlineCall }
  /** The update is not an answer to the open question. */
  | { readonly isPassed: true }
  | { readonly fault: ConversationError };

/** What a question makes of an update: a value, a wrong answer, or nothing. */
export type Taken = { readonly value: unknown } | { readonly again: InlineCall } | undefined;

/** A question, when its turn comes. */
export interface Question {
  readonly id: string;
  readonly call: InlineCall;
  take(update: Update): Taken | Promise<Taken>;
}

/** The journal of one run while it is replayed. */
export class Steps {
  /** Resolves when the run stops before its end. */
  readonly stopped: Promise<Stop>;
  /** True if an effect ran. */
  hasActed = false;
  readonly #run: Run;
  readonly #maxSteps: number;
  #input: Update | undefined;
  #stop!: (stop: Stop) => void;
  #index = 0;
  /** The last step that was called. Steps wait for each other, also if the conversation does not await them. */
  #last: Promise<unknown> = Promise.resolve();
  /** The original errors of effects that failed in this run. */
  readonly #causes = new WeakMap<object, unknown>();

  constructor(run: Run, input: Update | undefined, maxSteps: number) {
    this.#run = run;
    this.#input = input;
    this.#maxSteps = maxSteps;
    this.stopped = new Promise((resolve) => (this.#stop = resolve));
  }

  /** True if the update was not used as an answer. */
  get isInputLeft(): boolean {
    return this.#input !== undefined;
  }

  /** Resolves when all steps that were called have ended. */
  settled(): Promise<unknown> {
    return this.#last;
  }

  /** Returns the original error of a failure that left the conversation. */
  causeOf(error: unknown): unknown {
    return this.#causes.get(Object(error)) ?? error;
  }

  question(make: (index: number) => Question): Promise<any> {
    return this.#inOrder(async () => {
      const { id, call, take } = make(this.#index);
      const step = await this.#recorded(id);
      if (step) return step.value;
      if (this.#run.open === undefined || !this.#input) {
        this.#run.open = id;
        return this.#suspend({ call });
      }
      const update = this.#input;
      const answer = await take(update);
      this.#input = undefined;
      if (!answer) return this.#suspend({ isPassed: true });
      if ("again" in answer) return this.#suspend({ call: answer.again });
      this.#run.steps.push({ id, value: answer.value, by: update.update_id });
      delete this.#run.open;
      return answer.value;
    });
  }

  effect(id: string, work: (key: string) => unknown): Promise<any> {
    return this.#inOrder(async () => {
      const step = (await this.#recorded(id)) ?? (await this.#performed(id, work));
      if (step.error === undefined) return step.value;
      const failure = new ConversationError("effect", step.error, { cause: this.#causes.get(step) });
      if (this.#causes.has(step)) this.#causes.set(failure, this.#causes.get(step));
      throw failure;
    });
  }

  async #performed(id: string, work: (key: string) => unknown): Promise<Step> {
    const { steps, kept = [], name, started } = this.#run;
    const [next, ...later] = kept;
    if (next?.id === id && next.by === undefined) {
      // It had ended before the question was asked again.
      steps.push(next);
      this.#run.kept = later;
      return next;
    }
    delete this.#run.kept;
    let step: Step;
    try {
      step = { id, value: await work(`${name}:${started}:${this.#index}`) };
      this.hasActed = true;
    } catch (error) {
      step = { id, error: String(error) };
      this.#causes.set(step, error);
    }
    steps.push(step);
    return step;
  }

  #inOrder(step: () => Promise<unknown>): Promise<any> {
    const ended = this.#last.then(step);
    this.#last = ended.catch(() => {});
    return ended;
  }

  /** Returns the next step of the journal, or `undefined` at its end. Never settles if it is another one. */
  #recorded(id: string): Step | undefined | Promise<never> {
    const step = this.#run.steps[this.#index++];
    const before = step?.id ?? this.#run.open;
    const { name } = this.#run;
    if (before !== undefined && before !== id) {
      return this.#suspend({ fault: new ConversationError("changed", `conversation ${name}: step ${this.#index} was «${before}» and is now «${id}»`) });
    }
    if (!step && this.#index > this.#maxSteps) {
      return this.#suspend({ fault: new ConversationError("too long", `conversation ${name}: more than ${this.#maxSteps} steps`) });
    }
    return step;
  }

  /** Never settles: the frames of the conversation are collected with it. No `catch` and no `finally` of the conversation runs. */
  #suspend(stop: Stop): Promise<never> {
    this.#stop(stop);
    return new Promise(() => {});
  }
}
