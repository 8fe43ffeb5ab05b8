// The users, chats and messages of a scenario in an emulator.

import type { ActionName } from "../core/act.js";
import { isBytes } from "../core/act.js";
import type { Emulator } from "../testing/emulator.js";
import type { SeenMessage } from "../core/types.js";
import { ScenarioError } from "./check.js";
import type { Scenario, ScenarioStep } from "./types.js";

/** Fields of a step that name a user or a chat. */
const NAMES = ["user", "member", "chat", "to_chat"] as const;

/** The users and chats of a scenario in an emulator, and what their actions refer to. */
export class Cast {
  readonly #emulator: Emulator;
  readonly #ids = new Map<string, number>();
  readonly #names = new Map<number, string>();
  /** The last inline query and the last payment of each user. */
  readonly #queries = new Map<unknown, string>();
  readonly #payments = new Map<unknown, number>();

  /** Creates the users and chats. */
  constructor(emulator: Emulator, { users, chats = {} }: Scenario) {
    this.#emulator = emulator;
    this.#set("bot", emulator.bot.id);
    for (const [name, user] of Object.entries(users)) {
      const known = emulator.act("users").find(({ id }) => id === user.id);
      this.#set(name, (known ?? emulator.user({ first_name: name, ...user })).id);
    }
    const id = (name: string): number => this.#ids.get(name)!;
    for (const [name, { creator, members = [], administrators = [], ...chat }] of Object.entries(chats)) {
      this.#set(name, emulator.act("add_chat", { title: name, ...chat, creator: id(creator), members: members.map(id), administrators: administrators.map(id) }).id);
    }
  }

  #set(name: string, id: number): void {
    this.#ids.set(name, id);
    this.#names.set(id, name);
  }

  /** Returns the name of a user or chat. */
  readonly nameOf = (id: number): string => this.#names.get(id) ?? String(id);

  /** Carries out the action of a step. Errors say why the service does not let the user do it. */
  run({ act, expect: _, ...fields }: ScenarioStep): void {
    const { message, reply_to, file, result, ...values } = fields;
    const parameters: Record<string, unknown> = { ...values };
    for (const name of NAMES) if (typeof values[name] === "string") parameters[name] = this.#ids.get(values[name]);
    const place = { user: parameters["user"], chat: parameters["chat"] } as { user?: number; chat?: number };
    if (reply_to !== undefined) parameters["reply_to_message_id"] = this.#find(place, act, String(reply_to));
    if (act === "choose") Object.assign(parameters, this.#chosen(place.user, String(result)));
    else if (act === "switch") parameters["query"] = this.#query(place.user);
    else if (act === "ship") parameters["payment"] = this.#payments.get(place.user) ?? refuse("ship: the user pays nothing");
    else if (["edit", "delete", "forward", "pin", "pay"].includes(act) || (act === "press" && message !== undefined)) {
      parameters["message_id"] = this.#find(place, act, message as string | undefined);
    }
    if (act === "ship") delete parameters["user"];
    const done: unknown = this.#emulator.act(act as ActionName, parameters, file === undefined ? undefined : fileOf(file));
    if (act === "type") this.#queries.set(place.user, (done as { query: string }).query);
    if (act === "pay") this.#payments.set(place.user, (done as { payment: number }).payment);
  }

  /** Returns the identifier of a message. */
  #find(place: { user?: number; chat?: number }, act: string, text: string | undefined): number {
    const messages: SeenMessage[] = this.#emulator.act("messages", place);
    const isMeant = (message: SeenMessage): boolean => {
      if (text !== undefined) return message.text === text || message.caption === text;
      if (act === "pay") return message.invoice !== undefined;
      return act === "pin" || message.from?.id === place.user;
    };
    const words = text === undefined ? (act === "pay" ? "with an invoice" : "of the user") : `with the text ${JSON.stringify(text)}`;
    return messages.filter(isMeant).pop()?.message_id ?? refuse(`${act}: the chat has no message ${words}`);
  }

  #query(user: unknown): string {
    return this.#queries.get(user) ?? refuse("the user has typed no inline query");
  }

  #chosen(user: unknown, result: string): { query: string; result_id: string } {
    const query = this.#query(user);
    const { results = [] } = (this.#emulator.act("query", { query }).answer ?? {}) as { results?: { id: string; title?: string }[] };
    const found = results.find(({ title }) => title === result) ?? results.find(({ id }) => id === result);
    return { query, result_id: (found ?? refuse(`choose: there is no result ${JSON.stringify(result)}; there are ${results.map(({ id, title }) => title ?? id).join(", ") || "none"}`)).id };
  }
}

function fileOf(file: unknown): { data: Uint8Array; name?: string; type?: string } {
  const { base64, path, data, ...others } = file as { base64?: string; path?: string; data?: unknown; name?: string; type?: string };
  if (isBytes(data)) return { ...others, data: data as Uint8Array };
  if (base64 === undefined) throw new ScenarioError(`a file with the path ${JSON.stringify(path)}: only the command reads files; write base64 instead`);
  return { ...others, data: Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)) };
}

function refuse(reason: string): never {
  throw new Error(reason);
}
