// The chats of an emulator behind HTTP: fetched when they are first looked at, and then kept up to date by events.
import type { Chat, ChatMember, ReplyMarkup } from "botwire";
import type { EventPlace, SeenMessage } from "botwire/emulator";
import { isPresent } from "./members.ts";
import { Messages } from "./messages.ts";
import type { Place, View, World } from "./world.ts";

/** A part of the answer of `GET /user/view`. */
interface Fetched {
  readonly chat?: Chat;
  readonly messages: readonly SeenMessage[];
  readonly keyboard: ReplyMarkup | null;
  readonly action: string | null;
  readonly members: readonly ChatMember[];
}

/** A chat. */
interface Conversation {
  readonly messages: Messages;
  chat: Chat | undefined;
  members: readonly ChatMember[];
  action: string | undefined;
  actionTimer?: ReturnType<typeof setTimeout> | undefined;
  /** Reply keyboards, by user. */
  readonly keyboards: Map<number, ReplyMarkup | undefined>;
  /** The view of each user, until something changes. */
  readonly views: Map<number, View>;
  fetching: Promise<void> | undefined;
  /** Counts fetches, so that a response that a later one has overtaken is recognized. */
  turn: number;
}

/** Milliseconds for which an action such as `typing` is shown. */
const ACTION_MS = 5_000;

const keyOf = (place: EventPlace): string => ("chat" in place ? `${place.chat}` : `${place.user}/${place.bot}`);

/** All chats that were looked at. */
export class Conversations {
  readonly #ask: (path: string) => Promise<unknown>;
  readonly #act: World["act"];
  readonly #changed: () => void;
  readonly #all = new Map<string, Conversation>();

  /**
   * @param ask - Gets the result of a path below `/user/`.
   * @param act - Carries out an action.
   * @param changed - Called when something changes without an event.
   */
  constructor(ask: (path: string) => Promise<unknown>, act: World["act"], changed: () => void) {
    this.#ask = ask;
    this.#act = act;
    this.#changed = changed;
  }

  async view(user: number, asked: Place, isBlocked: boolean): Promise<View> {
    const { conversation, place } = await this.#fetched(user, asked);
    const seen = conversation.views.get(user);
    if (seen?.isBlocked === isBlocked) return seen;
    if (!conversation.keyboards.has(user)) {
      conversation.keyboards.set(user, (await this.#act("keyboard", { user, ...place })) ?? undefined);
    }
    const { messages, chat, members, action, keyboards } = conversation;
    const view: View = { place, chat, messages: messages.list, keyboard: keyboards.get(user), action, members, isBlocked };
    conversation.views.set(user, view);
    return view;
  }

  /** How many messages of others a user got in a chat after that message. */
  async countNew(user: number, asked: Place, after: number): Promise<number> {
    const { conversation } = await this.#fetched(user, asked);
    if (conversation.chat && !isPresent(conversation.members, user)) return 0;
    return conversation.messages.countOf(({ from }) => from?.id !== user, after);
  }

  /** Adds or replaces a message. */
  put(at: EventPlace, message: SeenMessage): void {
    this.#change(at, (conversation) => {
      conversation.messages.put(message);
      const { reply_markup: markup } = message;
      const mayChange = (markup !== undefined && markup.inline_keyboard === undefined) || [...conversation.keyboards.values()].some((keyboard) => keyboard?.one_time_keyboard);
      if (mayChange) conversation.keyboards.clear();
    });
  }

  remove(at: EventPlace, message_id: number): void {
    this.#change(at, (conversation) => (conversation.messages.remove(message_id), conversation.keyboards.clear()));
  }

  /** Sets or clears the bot's action. */
  act(at: EventPlace, action: string | undefined): void {
    this.#change(at, (conversation) => {
      conversation.action = action;
      clearTimeout(conversation.actionTimer);
      // The emulator does not report when an action expires.
      conversation.actionTimer = action === undefined ? undefined : setTimeout(() => (this.act(at, undefined), this.#changed()), ACTION_MS);
    });
  }

  /** Chats and members may be others: they are fetched again, and the messages stay. */
  forgetPeople(): void {
    for (const [key, conversation] of this.#all) {
      conversation.views.clear();
      if (!key.includes("/")) conversation.fetching = undefined;
    }
  }

  /** All are fetched again. */
  forget(): void {
    this.#all.clear();
  }

  #change(at: EventPlace, change: (conversation: Conversation) => void): void {
    const conversation = this.#all.get(keyOf(at));
    if (conversation === undefined) return;
    change(conversation);
    conversation.views.clear();
  }

  /** The chat, which may be the supergroup that a group became. */
  async #fetched(user: number, place: Place): Promise<{ conversation: Conversation; place: Place }> {
    const conversation = this.#made("bot" in place ? { user, bot: place.bot } : place);
    // People may change again while they are fetched.
    while (conversation.fetching === undefined) {
      const fetching = this.#fetch(conversation, user, place);
      conversation.fetching = fetching;
      await fetching.catch((error: unknown) => {
        conversation.fetching = undefined;
        throw error;
      });
    }
    await conversation.fetching;
    const id = conversation.chat?.id;
    if (!("chat" in place) || id === undefined || id === place.chat) return { conversation, place };
    return this.#fetched(user, { chat: id });
  }

  #made(at: EventPlace): Conversation {
    const key = keyOf(at);
    const known = this.#all.get(key);
    if (known) return known;
    const made: Conversation = { messages: new Messages(), chat: undefined, members: [], action: undefined, keyboards: new Map(), views: new Map(), fetching: undefined, turn: 0 };
    this.#all.set(key, made);
    return made;
  }

  async #fetch(conversation: Conversation, user: number, place: Place): Promise<void> {
    const turn = (conversation.turn += 1);
    const after = conversation.messages.list.at(-1)?.message_id;
    const { messages, chat, members, action, keyboard } = (await this.#ask(`view?${query(user, place)}${after === undefined || !conversation.chat ? "" : `&after=${after}`}`)) as Fetched;
    if (turn !== conversation.turn) return conversation.messages.fill("chat" in place && chat?.id !== place.chat ? [] : messages);
    conversation.chat = chat;
    conversation.members = members;
    if (chat !== undefined && "chat" in place && chat.id !== place.chat) return;
    conversation.messages.fill(messages);
    conversation.action = action ?? undefined;
    conversation.keyboards.clear();
    conversation.keyboards.set(user, keyboard ?? undefined);
    conversation.views.clear();
  }
}

const query = (user: number, place: Place): string => new URLSearchParams(Object.entries({ user, ...place }).map(([name, value]) => [name, String(value)])).toString();
