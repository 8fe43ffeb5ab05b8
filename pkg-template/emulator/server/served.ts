// An emulator behind HTTP, with the additional state of its control path.

import { decodePercent } from "../../transport/decode-percent.js";
import type { Answer } from "../core/answer.js";
import { coreOf } from "../core/core.js";
import { DeliveryAnswers } from "./delivery-answers.js";
import { Journal } from "./journal.js";
import { type Connection, Presence } from "./presence.js";
import type { Program } from "./program.js";
import type { TimedEntry } from "../core/results.js";
import type { Emulator } from "../testing/emulator.js";
import { Recorder, type Recording } from "../scenario/record.js";
import { snapshotFile, snapshotOf } from "./snapshot-file.js";
import type { SeenMessage } from "../core/types.js";

/** The start of the path of a call: the token, and the method. */
const CALL = /^\/bot([^/?]+)\/(\w+)/;

/** Types of files that a page may show; others are only saved. */
const SHOWN = /^(image\/(png|jpeg|gif|webp|bmp)|audio\/[\w.+-]+|video\/[\w.+-]+)$/;

/** An emulator behind HTTP. */
export class Served {
  readonly emulator: Emulator;
  readonly presence: Presence;
  readonly #answers: DeliveryAnswers;
  readonly #start: Uint8Array;
  readonly #recorder: Recorder;
  #journal: Journal | undefined;
  #program: Program | undefined;
  #calls = 0;

  constructor(emulator: Emulator) {
    this.emulator = emulator;
    this.#answers = new DeliveryAnswers(emulator);
    this.presence = new Presence(emulator, this.#answers);
    this.#start = emulator.save();
    this.#recorder = new Recorder(emulator);
  }

  /** The events since the first use. */
  get journal(): Journal {
    return (this.#journal ??= new Journal(this.emulator, Math.random().toString(36).slice(2, 10), this.#answers));
  }

  /** Shows the program of the bot, with its output. */
  show(program: Program): void {
    this.#program = program;
    program.listen((news) => this.journal.add("line" in news ? { kind: "output", ...news } : { kind: "program", ...news }));
  }

  /** The program of the bot, if the command has started it. */
  get program(): Program | undefined {
    return this.#program;
  }

  /** What the users have done since the start, or since the state was replaced, as a scenario. */
  recording(): Recording {
    return this.#recorder.scenario();
  }

  /** The entries of the log after this one, with their durations. */
  log(after: number | undefined): TimedEntry[] {
    const { journal } = this;
    return this.emulator.log(after).map((entry) => journal.timed(entry));
  }

  /**
   * Records a request to the service, which `answer` answers. It lasts until `sent` is called back, after a fault has delayed
   * the answer.
   */
  async recordCall(verb: string, target: string, connection: Connection, sent: Connection, answer: () => Promise<Answer>): Promise<Answer> {
    const [, token, method = ""] = CALL.exec(target) ?? [];
    const bot = token === undefined ? undefined : this.emulator.bots.find((known) => known.token === token || known.token === decodePercent(token))?.user.id;
    if (bot === undefined) return answer();
    this.presence.connects(bot, connection, () => this.#journal?.add({ kind: "presence", bot }));
    const ended = /^getUpdates$/i.test(method) ? this.presence.polls(bot) : undefined;
    const end = this.#journal === undefined ? undefined : this.#begin(this.#journal, bot, method, verb);
    sent.once("close", () => end?.());
    try {
      return await answer();
    } finally {
      ended?.();
    }
  }

  /** Calls a method as a bot does, by default the first one. */
  async call(request: Record<string, unknown>): Promise<{ status: number; answer: unknown; entry?: number }> {
    const { bot = this.emulator.bot.id, method, parameters = {}, ...others } = request;
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) throw new Error(`Bad Request: call: unknown parameter: ${unknown.slice(0, 40)}; there are bot, method and parameters`);
    if (typeof method !== "string" || !/^\w+$/.test(method)) throw new Error("Bad Request: call.method: expected the name of a method, such as sendMessage");
    if (typeof parameters !== "object" || parameters === null || Array.isArray(parameters)) throw new Error("Bad Request: call.parameters: expected an Object");
    const token = this.emulator.bots.find(({ user }) => user.id === bot)?.token;
    if (token === undefined) throw new Error("Bad Request: call.bot: bot not found");
    const { journal } = this;
    const target = `/bot${token}/${method}`;
    const end = this.#begin(journal, bot as number, method, "POST");
    const body = new TextEncoder().encode(JSON.stringify(parameters));
    const answer = await this.emulator.request({ method: "POST", target, contentType: "application/json", body });
    const entry = end();
    if (entry !== undefined) this.#recorder.leaveOut(entry);
    return { status: answer.status, answer: JSON.parse(String(answer.body)) as unknown, ...(entry !== undefined && { entry }) };
  }

  #begin(journal: Journal, bot: number, method: string, verb: string): () => number | undefined {
    const call = ++this.#calls;
    const began = performance.now();
    journal.add({ kind: "call", call, bot, method, verb });
    const entry = journal.expect(bot, method);
    return () => {
      if (coreOf(this.emulator).loop.isClosed) return undefined;
      const number = entry();
      const ms = Math.round(performance.now() - began);
      if (number !== undefined) journal.time(number, ms);
      journal.add({ kind: "call_end", call, ms, ...(number !== undefined && { entry: number }) });
      return number;
    };
  }

  /** Returns a user's view of a chat, with everything that a client shows of it. */
  view({ user, bot, chat, after }: { user?: number; bot?: number; chat?: number; after?: number }): object {
    const { emulator } = this;
    const defined = (values: Record<string, number | undefined>): Record<string, number> =>
      Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Record<string, number>;
    const shared = chat === undefined ? undefined : emulator.act("chat", defined({ user, bot, chat }));
    const place = defined(shared === undefined ? { user, bot } : { user, bot, chat: shared.id });
    const messages: SeenMessage[] = emulator.act("messages", { ...place, ...defined({ after }) });
    return {
      ...(shared !== undefined && { chat: shared }),
      messages,
      keyboard: emulator.act("keyboard", place),
      action: emulator.act("action", place),
      members: shared === undefined ? [] : emulator.act("members", { chat: shared.id }),
    };
  }

  /** Returns the content of a file, with headers that prevent pages from running it. */
  file(id: string, bot: number | undefined): Answer {
    const { data, type, name } = this.emulator.file(id, bot ?? this.emulator.bot);
    const disposition = SHOWN.test(type) ? "inline" : "attachment";
    const headers = { "content-disposition": `${disposition}; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", "%27")}` };
    return { status: 200, contentType: type, body: data, fault: "", millis: 0, headers: { ...headers, ...UNTRUSTED } };
  }

  /** Returns the state without tokens. */
  snapshot(): Answer {
    const headers = { "content-disposition": 'attachment; filename="botwire.snapshot"', ...UNTRUSTED };
    return { status: 200, contentType: "application/octet-stream", body: snapshotFile(this.emulator), fault: "", millis: 0, headers };
  }

  /** Loads a state that {@link snapshot} has returned. The log goes on. */
  load(file: Uint8Array): void {
    coreOf(this.emulator).restore(snapshotOf(file, this.emulator), { keepsLog: true });
  }

  /** Restores the state in which the emulator was first served. Bots keep their webhooks. */
  async reset(): Promise<void> {
    await this.presence.keepWebhooks(() => coreOf(this.emulator).restore(this.#start, { keepsLog: true }));
  }
}

/** Headers for content of users and bots. */
export const UNTRUSTED = { "content-security-policy": "sandbox; default-src 'none'", "x-content-type-options": "nosniff", "cross-origin-resource-policy": "same-origin" };
