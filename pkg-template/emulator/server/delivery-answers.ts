// The responses of webhooks. The log has their status only.

import { coreOf } from "../core/core.js";
import type { Emulator } from "../testing/emulator.js";

/** The number of stored answers. */
const MOST_ANSWERS = 1000;
/** The stored bytes of an answer. */
const MOST_BYTES = 4096;

/** The latest answers of webhooks since its creation. */
export class DeliveryAnswers {
  readonly #texts = new Map<number, string>();

  constructor(emulator: Emulator) {
    coreOf(emulator).observe({
      delivered: ({ id }, outcome) => {
        if ("body" in outcome && outcome.body.length > 0) this.#texts.set(id, textOf(outcome.body));
        if (this.#texts.size > MOST_ANSWERS) this.#texts.delete(this.#texts.keys().next().value!);
      },
      replaced: () => this.#texts.clear(),
    });
  }

  /** Returns the start of the answer to a delivery, or `undefined` if it was empty. */
  of(delivery: number): string | undefined {
    return this.#texts.get(delivery);
  }
}

function textOf(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes.subarray(0, MOST_BYTES));
  if (text.includes("\0")) return `(${bytes.length} bytes)`;
  return bytes.length > MOST_BYTES ? `${text} … (${bytes.length} bytes)` : text;
}
