// Records what users do, for a scenario with the answers of the bot.

import type { ActionName } from "../core/act.js";
import { coreOf } from "../core/core.js";
import type { Duration } from "../core/time.js";
import type { Emulator } from "../testing/emulator.js";
import { answerOf, isVisible } from "./answers.js";
import { NameList } from "./names.js";
import { SCENARIO_SCHEMA, SCENARIO_VERSION } from "./schema.js";
import type { Scenario, ScenarioAnswer, ScenarioStep } from "./types.js";

/** The number of recorded actions. */
const MOST_ACTS = 2000;

/** Actions of tests that no bot hears of. */
const DECLARED: ReadonlySet<string> = new Set(["add_user", "host", "game"]);

/** An action, and where the log was when it was done. */
interface Recorded {
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The text of the message that the action is about, or the title of the result. */
  readonly about?: string;
  readonly file?: { readonly id: string; readonly bot: number };
  /** The user who did it, or the first one. */
  readonly user: number;
  /** The number of the last entry of the log. */
  readonly logged: number;
  /** True if the bot had taken all updates before. */
  readonly isAfterAll: boolean;
}

/** A scenario, and what it does not contain. */
export interface Recording {
  readonly scenario: Scenario;
  /** What was done and a scenario cannot repeat. */
  readonly omitted: readonly string[];
}

/** Records the actions of users since its creation, or since the state was replaced. */
export class Recorder {
  readonly #emulator: Emulator;
  #acts: Recorded[] = [];
  #created = new Map<number, Record<string, unknown>>();
  /** Texts of messages, by chat and number. */
  #texts = new Map<string, string>();
  #hasTakenAll = true;
  /** The number of the last entry of the log. */
  #logged = 0;
  /** Whether a user has acted since the last look at the updates that wait. */
  #isAct = false;
  /** Numbers of the log entries of calls that no bot has made. */
  readonly #byHand = new Set<number>();

  constructor(emulator: Emulator) {
    this.#emulator = emulator;
    coreOf(emulator).observe({
      acted: (name, parameters, result) => {
        this.#isAct = true;
        this.#acted(name, parameters as Record<string, unknown>, result);
      },
      advancing: (by) => this.#add({ name: "advance", parameters: { by: durationOf(by) }, user: 0 }),
      replaced: () => this.#clear(),
    });
    emulator.watch(() => this.#look());
  }

  #clear(): void {
    this.#acts = [];
    this.#created.clear();
    this.#texts.clear();
    this.#hasTakenAll = true;
    this.#logged = 0;
    this.#isAct = false;
    this.#byHand.clear();
  }

  /** Leaves out a call that was made in the name of a bot. */
  leaveOut(entry: number): void {
    this.#byHand.add(entry);
  }

  /** Looks whether updates wait. After the act of a user, none is taken yet, so that many acts in a row do not read all that wait. */
  #look(): void {
    const isAct = this.#isAct;
    this.#isAct = false;
    if (isAct && !this.#hasTakenAll) return;
    this.#hasTakenAll = this.#emulator.bots.length === 0 || this.#emulator.act("queue", {}).length === 0;
  }

  #add(act: Omit<Recorded, "logged" | "isAfterAll">): void {
    this.#logged = this.#emulator.log(this.#logged).at(-1)?.number ?? this.#logged;
    this.#acts.push({ ...act, logged: this.#logged, isAfterAll: this.#hasTakenAll });
    if (this.#acts.length > MOST_ACTS) this.#acts.shift();
  }

  #acted(name: ActionName, parameters: Record<string, unknown>, result: unknown): void {
    if (name === "add_chat") this.#created.set((result as { id: number }).id, { ...parameters });
    if (DECLARED.has(name)) return;
    const user = Number(parameters["user"] ?? this.#emulator.act("users")[0]?.id ?? 0);
    const place = { user, ...(parameters["chat"] !== undefined && { chat: parameters["chat"] as number }) };
    const message = parameters["message_id"] ?? parameters["reply_to_message_id"];
    const about = typeof message === "number" ? this.#textOf(place, message) : typeof parameters["query"] === "string" ? this.#titleOf(parameters["query"], parameters["result_id"]) : undefined;
    const sent = name === "send" ? fileIn(result) : undefined;
    this.#add({ name, parameters: { ...parameters }, user, ...(about !== undefined && { about }), ...(sent !== undefined && { file: { id: sent, bot: this.#emulator.bot.id } }) });
    const { message_id, text, caption } = (result ?? {}) as { message_id?: number; text?: string; caption?: string };
    const words = text ?? caption;
    if (typeof message_id === "number" && words !== undefined) this.#texts.set(keyOf(place, message_id), words);
  }

  /** Returns the text of a message as it was before an edit. */
  #textOf(place: { user: number; chat?: number }, message_id: number): string | undefined {
    const known = this.#texts.get(keyOf(place, message_id));
    if (known !== undefined) return known;
    try {
      const message = this.#emulator.act("message", { ...place, message_id });
      return message?.text ?? message?.caption;
    } catch {
      return undefined;
    }
  }

  #titleOf(query: string, id: unknown): string | undefined {
    try {
      const { results = [] } = (this.#emulator.act("query", { query }).answer ?? {}) as { results?: { id: string; title?: string }[] };
      return results.find((result) => result.id === id)?.title;
    } catch {
      return undefined;
    }
  }

  /** Returns the conversation as a scenario. */
  scenario(): Recording {
    const emulator = this.#emulator;
    const names = new NameList(emulator);
    const omitted: string[] = this.#byHand.size > 0 ? ["calls that were sent by hand"] : [];
    const bot = emulator.bot.id;
    const answers = emulator.log(this.#acts[0]?.logged ?? 0).filter((entry) => isVisible(entry, bot) && entry.answer.ok && !this.#byHand.has(entry.number));
    const steps: ScenarioStep[] = [];
    /** What the bot answers to its chats, which a scenario creates at its start. */
    const welcome: ScenarioAnswer[] = [];
    this.#acts.forEach((act, index) => {
      const next = this.#acts[index + 1];
      const step = act.name === "add_chat" ? undefined : this.#stepOf(act, names);
      if (typeof step === "string") omitted.push(`${act.name}: ${step}`);
      const isWaitedFor = next === undefined || next.isAfterAll;
      const expect = answers.flatMap((entry) => (entry.number > this.#startOf(index) && entry.number <= (next?.logged ?? Infinity) && isVisible(entry, bot) ? [answerOf(entry, names.nameOf)] : []));
      if (step === undefined) welcome.push(...(isWaitedFor ? expect : []));
      else if (typeof step === "string") {
        // Answers to what is omitted do not come. Those to earlier actions do.
        if (isWaitedFor && !act.isAfterAll && expect.length > 0) steps.push({ act: "wait", expect });
      } else steps.push(isWaitedFor && act.name !== "fault" ? { ...step, expect } : step);
    });
    if (welcome.length > 0) steps.unshift({ act: "wait", expect: welcome });
    const { users, chats } = names.declared(this.#created);
    return {
      scenario: {
        version: SCENARIO_VERSION, ...(coreOf(emulator).isCompat && { compat: true }), users, ...(Object.keys(chats).length > 0 && { chats }), steps,
      },
      omitted: [...new Set(omitted)],
    };
  }

  /** The number of the log entry after which the answers to an action and to those before it that were not waited for begin. */
  #startOf(index: number): number {
    let at = index;
    while (at > 0 && !this.#acts[at]!.isAfterAll) at--;
    return this.#acts[at]!.logged;
  }

  /** Returns a step, or why there is none. */
  #stepOf({ name, parameters, about, file, user: acting }: Recorded, names: NameList): ScenarioStep | string {
    const known = SCENARIO_SCHEMA.$defs![name]?.properties;
    if (known?.["act"] === undefined) return "a scenario has no such action";
    const { bot, user = acting, member, chat, to_chat, message_id, reply_to_message_id, query, result_id, payment: _, ...others } = parameters;
    if (bot !== undefined && bot !== this.#emulator.bot.id) return "only the first bot plays a scenario";
    const isPrivate = typeof chat === "number" && chat > 0;
    const step: Record<string, unknown> = {
      act: name,
      user: known["user"] && names.nameOf(Number(user)),
      member: member === undefined ? undefined : names.nameOf(Number(member)),
      chat: chat === undefined || isPrivate ? undefined : names.nameOf(Number(chat)),
      to_chat: to_chat === undefined ? undefined : names.nameOf(Number(to_chat)),
      reply_to: reply_to_message_id === undefined ? undefined : about,
      message: message_id === undefined || name === "press" || name === "pay" ? undefined : about,
      query: name === "type" ? query : undefined,
      result: name === "choose" ? (about ?? result_id) : undefined,
      file: file && this.#file(file),
      ...others,
    };
    const fields = Object.entries(step).filter(([field, value]) => value !== undefined && value !== null && Object.hasOwn(known, field));
    const missing = (SCENARIO_SCHEMA.$defs![name]?.required ?? []).find((field) => !fields.some(([found]) => found === field));
    return missing === undefined ? (Object.fromEntries(fields) as ScenarioStep) : `its ${missing} is not known`;
  }

  #file({ id, bot }: { id: string; bot: number }): object | undefined {
    try {
      const { data, name, type } = this.#emulator.file(id, bot);
      let binary = "";
      for (const byte of data) binary += String.fromCharCode(byte);
      return { base64: btoa(binary), ...(name !== "" && { name }), ...(type !== "" && { type }) };
    } catch {
      return undefined;
    }
  }
}

const keyOf = ({ user, chat }: { user: number; chat?: number }, message: number): string => `${chat ?? user}/${message}`;

/** Returns the file of a message that a user has sent. */
function fileIn(message: unknown): string | undefined {
  const { photo, ...others } = message as { photo?: { file_id: string }[] } & Record<string, { file_id?: string } | undefined>;
  return photo?.at(-1)?.file_id ?? Object.values(others).find((value) => typeof value?.file_id === "string")?.file_id;
}

/** Returns a duration with its unit. */
function durationOf(by: Duration): string {
  if (typeof by === "string") return by;
  const units: readonly [unit: string, ms: number][] = [["d", 86_400_000], ["h", 3_600_000], ["m", 60_000], ["s", 1000], ["ms", 1]];
  const [unit, ms] = units.find(([, length]) => by >= length && by % length === 0) ?? ["ms", 1];
  return `${Math.round(by / ms)}${unit}`;
}
