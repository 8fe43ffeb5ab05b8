// Groups, supergroups and channels of the emulator.

import type { ActionParameters, UserFile } from "../core/act.js";
import { checkArray, checkNames, checkObject, wrong } from "../core/check.js";
import type { Chat, ChatMember, Party, SeenMessage } from "../core/types.js";
import { type WaitOptions, until } from "./wait.js";
import type { World } from "./world.js";

/**
 * A group, supergroup or channel to create.
 *
 * @example
 * ```ts
 * const group = emulator.chat({ type: "supergroup", title: "Mugs", creator: alice, administrators: [emulator.bot] });
 * ```
 */
export interface NewChatOptions {
  /** The type. Default: `group`. */
  type?: "group" | "supergroup" | "channel" | undefined;
  title?: string | undefined;
  /** The username without `@`, for supergroups and channels. */
  username?: string | undefined;
  /** The creator. Default: the first user, who is created if necessary. */
  creator?: Party | undefined;
  /** Other members: users and bots. */
  members?: readonly Party[] | undefined;
  /** Administrators with all rights. Default: the first bot, in channels. */
  administrators?: readonly Party[] | undefined;
  /** If true, all members of a group are administrators. Default: false. */
  all_members_are_administrators?: boolean | undefined;
  /** If true, posts of a channel show the names of their authors. */
  signs?: boolean | undefined;
}

/** Rights of an administrator. Rights that are absent are not granted. */
export type Rights = Partial<
  Record<
    | "can_change_info" | "can_post_messages" | "can_edit_messages" | "can_delete_messages" | "can_invite_users"
    | "can_restrict_members" | "can_pin_messages" | "can_promote_members",
    boolean | undefined
  >
>;

/** Returns the identifier of a party. */
export function idOf(party: Party, path: string): number {
  const id = typeof party === "object" && party !== null ? party.id : party;
  if (!Number.isSafeInteger(id)) throw wrong(path, "an identifier, or an object with one as its id", party);
  return id;
}

/** Returns the parameters of `add_chat`. `firstUser` returns the default creator. A channel has the bot as an administrator. */
export function chatToAdd(options: NewChatOptions, firstUser: () => Party, bot: Party): ActionParameters<"add_chat"> {
  const { creator = firstUser(), members = [], administrators, ...rest } = checkObject("options", options);
  const ids = (path: string, parties: readonly Party[]): number[] =>
    checkArray(path, parties).map((party, index) => idOf(party, `${path}[${index}]`));
  const runs = administrators ?? (rest.type === "channel" ? [bot] : []);
  return { ...rest, creator: idOf(creator, "creator"), members: ids("members", members), administrators: ids("administrators", runs) };
}

/** A group, supergroup or channel, made by `emulator.chat()`. */
export class EmulatorChat {
  readonly #world: World;
  readonly #creator: number;
  #id: number;
  #read = 0;

  /** Use `emulator.chat()` instead. */
  constructor(world: World, id: number, creator: number) {
    this.#world = world;
    this.#id = id;
    this.#creator = creator;
  }

  /** The identifier of the chat. After {@link migrate}, or a fault of the kind `migration`, it is that of the supergroup. */
  get id(): number {
    const id = this.#world.chatId(this.#id);
    if (id !== this.#id) this.#read = 0;
    return (this.#id = id);
  }

  /** Returns the chat as `getChat` shows it to the first bot. */
  get chat(): Chat {
    return this.#world.act("chat", { chat: this.id });
  }

  /** Returns the messages, oldest first. A chat keeps its latest 10,000. */
  messages(after = 0): SeenMessage[] {
    return this.#world.act("messages", { chat: this.id, after });
  }

  /** Waits for the next message of a bot that this function has not returned yet, and returns it. */
  nextMessage(options: WaitOptions = {}): Promise<SeenMessage> {
    checkNames("nextMessage", options, ["timeoutMs"]);
    const look = (): SeenMessage | undefined => {
      const bots = new Set(this.#world.bots.map(({ user }) => user.id));
      // Read first: a supergroup numbers its messages from 1 again.
      const chat = this.id;
      const next = this.#world.act("messages", { chat, after: this.#read }).find(({ from }) => from === undefined || bots.has(from.id));
      if (next !== undefined) this.#read = next.message_id;
      return next;
    };
    return until(this.#world, look, "no message of a bot", options);
  }

  /** Returns all present and former members. */
  members(): ChatMember[] {
    return this.#world.act("members", { chat: this.id });
  }

  /** Lets the creator, or another member, add a user or bot. */
  add(member: Party, by: Party = this.#creator): void {
    this.#world.act("add", { chat: this.id, user: idOf(by, "by"), member: idOf(member, "member") });
  }

  /** Removes a user or bot, until a Unix time or forever. */
  remove(member: Party, options: { by?: Party | undefined; until_date?: number | undefined } = {}): void {
    const { by = this.#creator, until_date } = checkNames("remove", options, ["by", "until_date"]);
    this.#world.act("remove", { chat: this.id, user: idOf(by, "by"), member: idOf(member, "member"), until_date });
  }

  /** Makes a member an administrator with these rights, or an ordinary member if `rights` is empty. */
  promote(member: Party, rights: Rights = {}, by: Party = this.#creator): void {
    const people = { user: idOf(by, "by"), member: idOf(member, "member") };
    this.#world.act("promote", { ...checkObject("rights", rights), chat: this.id, ...people });
  }

  /** Sets the title, of 1 to 255 characters. */
  setTitle(title: string, by: Party = this.#creator): void {
    this.#world.act("title", { chat: this.id, user: idOf(by, "by"), title });
  }

  /** Sets the photo. */
  setPhoto(file: UserFile, by: Party = this.#creator): void {
    this.#world.act("photo", { chat: this.id, user: idOf(by, "by") }, checkObject("file", file));
  }

  /** Pins a message of a supergroup or channel. */
  pin(message_id: number, by: Party = this.#creator): void {
    this.#world.act("pin", { chat: this.id, user: idOf(by, "by"), message_id });
  }

  /** Creates a new invite link and revokes the former one. */
  inviteLink(by: Party = this.#creator): string {
    return this.#world.act("invite_link", { chat: this.id, user: idOf(by, "by") });
  }

  /** Turns the group into a supergroup. {@link id} is then the identifier of the supergroup. */
  migrate(): number {
    this.#world.act("migrate", { chat: this.id });
    return this.id;
  }

  /** Returns the action of the bot that users see, such as `typing`. */
  action(): string | undefined {
    return this.#world.act("action", { chat: this.id }) ?? undefined;
  }
}
