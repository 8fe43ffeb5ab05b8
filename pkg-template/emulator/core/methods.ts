// Methods that a test adds to the emulator, and their calls in flight.

/** Answers the calls of a method; see `MethodHandler`. */
type Handler = (params: Record<string, unknown>, context: any) => unknown;

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

/** Returns the calls of the wasm for handlers. */
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
  readonly #contextOf: (bot: number) => object;
  /** Handlers by method name in lower case. */
  readonly #handlers = new Map<string, Handler>();
  readonly #underWay = new Set<Promise<void>>();

  /** @param contextOf - Makes the context of a call by the bot of that identifier. */
  constructor(contextOf: (bot: number) => object) {
    this.#contextOf = contextOf;
  }

  /** The calls in flight. */
  get underWay(): Iterable<Promise<void>> {
    return this.#underWay;
  }

  set(name: string, handler: Handler): void {
    this.#handlers.set(name.toLowerCase(), handler);
  }

  /** Calls the handler, and then `answered`. */
  start(call: Call, answered: (answer: MethodAnswer) => void): void {
    const answering = this.#answer(call).then((answer) => {
      this.#underWay.delete(answering);
      answered(answer);
    });
    this.#underWay.add(answering);
  }

  async #answer({ bot: id, method, params }: Call): Promise<MethodAnswer> {
    try {
      const result = await this.#handlers.get(method.toLowerCase())!(params, this.#contextOf(id));
      return { status: 200, envelope: JSON.stringify({ ok: true, result: result ?? true }) };
    } catch (error) {
      return refusal(error);
    }
  }
}

/** Returns the answer to a call whose handler threw. */
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
