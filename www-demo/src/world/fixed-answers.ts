// Results of methods that are fixed, as by `--answer`.
import { type ReadonlySignal, signal } from "@preact/signals";
import { replace } from "./acting.ts";

/** A method whose result is fixed. */
export interface FixedAnswer {
  readonly method: string;
  readonly result: unknown;
}

/** The fixed results of an emulator. */
export class FixedAnswers {
  readonly #all = signal<readonly FixedAnswer[]>([]);
  readonly #act: (name: string, parameters: object) => Promise<unknown>;

  constructor(act: (name: string, parameters: object) => Promise<unknown>) {
    this.#act = act;
  }

  get all(): ReadonlySignal<readonly FixedAnswer[]> {
    return this.#all;
  }

  /** The fixed result of a method, whose name may be in any case. */
  of(method: string): FixedAnswer | undefined {
    return this.#all.value.find((fixed) => fixed.method.toLowerCase() === method.toLowerCase());
  }

  async read(): Promise<void> {
    replace(this.#all, (await this.#act("answers", {})) as FixedAnswer[]);
  }

  /** Fixes the result of a method. Without a result, the method works as before. */
  async set(method: string, result?: unknown): Promise<void> {
    await this.#act("answer", { method, result });
    await this.read();
  }
}
