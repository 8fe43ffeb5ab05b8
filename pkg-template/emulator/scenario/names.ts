// The names of users and chats in a recorded scenario.

import type { Emulator } from "../testing/emulator.js";
import type { ScenarioChat, ScenarioUser } from "./types.js";

/** Gives each user and chat a name of its own. Those that were asked for are declared. */
export class NameList {
  readonly #emulator: Emulator;
  readonly #names = new Map<number, string>();
  readonly #used = new Set<number>();

  constructor(emulator: Emulator) {
    this.#emulator = emulator;
    this.#names.set(emulator.bot.id, "bot");
    for (const { id, username, first_name } of emulator.act("users")) this.#add(id, username ?? first_name, "user");
    for (const { id, title = "" } of emulator.act("chats")) if (id < 0) this.#add(id, title, "chat");
  }

  #add(id: number, title: string, otherwise: string): void {
    const word = title.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^[_0-9]+|_+$/g, "") || otherwise;
    const taken = new Set(this.#names.values());
    let name = word;
    for (let number = 2; taken.has(name); number++) name = `${word}_${number}`;
    this.#names.set(id, name);
  }

  readonly nameOf = (id: number): string => {
    this.#used.add(id);
    return this.#names.get(id) ?? String(id);
  };

  /** Returns the used users and chats. `created` has the parameters of chats that were created meanwhile. */
  declared(created: ReadonlyMap<number, Record<string, unknown>>): { users: Record<string, ScenarioUser>; chats: Record<string, ScenarioChat> } {
    const chats = Object.fromEntries(this.#emulator.act("chats").filter(({ id }) => id < 0 && this.#used.has(id)).map((chat) => [this.nameOf(chat.id), this.#chat(chat, created.get(chat.id))]));
    const users = Object.fromEntries(
      this.#emulator.act("users").filter(({ id }) => this.#used.has(id)).map(({ id, first_name, last_name, username, language_code }): [string, ScenarioUser] => [
        this.nameOf(id), { id, first_name, ...(last_name !== undefined && { last_name }), ...(username !== undefined && { username }), ...(language_code !== undefined && { language_code }) },
      ]),
    );
    return { users, chats };
  }

  #chat(chat: { id: number; type: string; title?: string; username?: string; all_members_are_administrators?: boolean }, parameters: Record<string, unknown> | undefined): ScenarioChat {
    const type = chat.type as NonNullable<ScenarioChat["type"]>;
    if (parameters !== undefined) {
      const { creator, members = [], administrators = [], ...others } = parameters as { creator: number; members?: number[]; administrators?: number[] };
      return { ...others, type, creator: this.nameOf(creator), members: members.map(this.nameOf), administrators: administrators.map(this.nameOf) };
    }
    const people = this.#emulator.act("members", { chat: chat.id });
    const of = (...kinds: string[]): string[] => people.filter(({ status }) => kinds.includes(status)).map(({ user }) => this.nameOf(user.id));
    const { title, username } = chat;
    return {
      type, ...(title !== undefined && { title }), ...(username !== undefined && { username }), creator: of("creator")[0] ?? this.nameOf(this.#emulator.act("users")[0]!.id),
      members: of("member", "restricted"), administrators: of("administrator"),
    };
  }
}
