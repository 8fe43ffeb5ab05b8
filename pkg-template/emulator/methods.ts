// Methods that a test adds to the emulator, and the calls of them that are under way.

import type { Emulator } from "./service.js";
import type { User } from "./types.js";

/**
 * Answers the calls of a method that a test adds: returns the result, or a promise of it. Nothing counts as `true`.
 *
 * If it throws, the call fails: an error with an `error_code` from 400 to 599 becomes the envelope, with its `description`, or
 * else its message, and its `parameters`. Any other value is answered with 500.
 *
 * @param params The parameters as they came. In a form or a query every value is a string. An uploaded file is the string
 * `attach://upload-<index>`.
 * @param context The bot that makes the call, and the emulator.
 */
export type MethodHandler = (
  params: Record<string, unknown>,
  context: { readonly bot: User; readonly service: Emulator },
) => unknown;

/** A call that waits for its answer. */
interface Call {
  id: number;
  bot: number;
  method: string;
  params: Record<string, unknown>;
}

/** The status and the envelope of an answer. */
interface MethodAnswer {
  status: number;
  envelope: string;
}

/** The calls that the wasm has for handlers. */
export function callsOf(values: readonly unknown[]): Call[] {
  const calls: Call[] = [];
  for (let at = 0; at < values.length; at += 4) {
    const [id, bot, method, json] = values.slice(at, at + 4) as [number, number, string, string];
    calls.push({ id, bot, method, params: JSON.parse(json) as Record<string, unknown> });
  }
  return calls;
}

/** The methods of a test, and their calls. */
export class Methods {
  readonly #emulator: Emulator;
  /** By their names in lower case. */
  readonly #handlers = new Map<string, MethodHandler>();
  readonly #underWay = new Set<Promise<void>>();

  constructor(emulator: Emulator) {
    this.#emulator = emulator;
  }

  /** The calls that are under way. */
  get underWay(): Iterable<Promise<void>> {
    return this.#underWay;
  }

  set(name: string, handler: MethodHandler): void {
    this.#handlers.set(name.toLowerCase(), handler);
  }

  /** Calls the handler, and then `answered`. */
  start(call: Call, answered: (answer: MethodAnswer) => void): void {
    const made = this.#answer(call).then((answer) => {
      this.#underWay.delete(made);
      answered(answer);
    });
    this.#underWay.add(made);
  }

  async #answer({ bot: id, method, params }: Call): Promise<MethodAnswer> {
    const emulator = this.#emulator;
    try {
      const bot = emulator.act("bots").find(({ user }) => user.id === id)!.user;
      const result = await this.#handlers.get(method.toLowerCase())!(params, { bot, service: emulator });
      return { status: 200, envelope: JSON.stringify({ ok: true, result: result ?? true }) };
    } catch (error) {
      return refusal(error);
    }
  }
}

/** The answer to a call whose handler threw. */
function refusal(thrown: unknown): MethodAnswer {
  const { error_code, description, message, parameters } = Object(thrown) as Record<string, unknown>;
  const text = String(description ?? message ?? thrown);
  const isRefusal = Number.isInteger(error_code) && Number(error_code) >= 400 && Number(error_code) <= 599;
  const status = isRefusal ? Number(error_code) : 500;
  const envelope = isRefusal
    ? { ok: false, error_code: status, description: text, parameters }
    : { ok: false, error_code: status, description: `Internal Server Error: ${text}` };
  return { status, envelope: JSON.stringify(envelope) };
}
