// The interface of an emulator for chat windows, in this page or behind HTTP.
import type { ReadonlySignal } from "@preact/signals";
import type { Chat, ChatMember, ReplyMarkup, User } from "botwire";
import type { ActionName, ActionParameters, InjectedFault, ActionResult, SeenMessage } from "botwire/emulator";
import type { WireRecord } from "../wire/entries.ts";
import type { FaultButton, FaultName, FaultScope, Times } from "./fault-types.ts";

/** A chat as its user names it: the private chat with a bot, or a group, supergroup or channel. */
export type Place = { readonly bot: number } | { readonly chat: number };

/** Returns a unique key of a place, for maps and components. */
export const placeKey = (place: Place): string => ("bot" in place ? `bot/${place.bot}` : `chat/${place.chat}`);

/** The identifier of a group, supergroup or channel. */
export const idOf = (place: Place): number | undefined => ("chat" in place ? place.chat : undefined);

export const isSamePlace = (one: Place, other: Place): boolean => placeKey(one) === placeKey(other);

/** A chat as a user sees it. */
export interface View {
  /** The place, with the identifier of the supergroup that a group became. */
  readonly place: Place;
  /** Oldest first. */
  readonly messages: readonly SeenMessage[];
  /** The reply keyboard. */
  readonly keyboard: ReplyMarkup | undefined;
  /** The bot's current action, such as `typing`. */
  readonly action: string | undefined;
  /** The group, supergroup or channel. */
  readonly chat: Chat | undefined;
  /** All present and former members. */
  readonly members: readonly ChatMember[];
  /** True if the user blocked the bot of a private chat. */
  readonly isBlocked: boolean;
}

/** Faults that the emulator injects. */
export interface Faults {
  /** Those that wait for something to strike. */
  readonly set: ReadonlySignal<readonly InjectedFault[]>;
  /** How often each has struck; the one that struck last comes last. */
  readonly struck: ReadonlySignal<ReadonlyMap<FaultName, number>>;
  /** Sets a fault, or takes all of its kind back. */
  toggle(fault: FaultButton, times: Times, scope?: FaultScope): Promise<void>;
  /** Takes one back, by its number. */
  remove(number: number): Promise<void>;
}

/** An emulator with its bots, users and chats. Actions that it refuses reject with an error that says why. */
export interface World {
  readonly bots: ReadonlySignal<readonly User[]>;
  readonly users: ReadonlySignal<readonly User[]>;
  /** Groups, supergroups and channels. */
  readonly chats: ReadonlySignal<readonly Chat[]>;
  /** Addresses of the photos that users and chats have, by their identifiers. */
  readonly photos: ReadonlySignal<Readonly<Record<number, string>>>;
  /** Counts changes: read it to update when something happens. */
  readonly changes: ReadonlySignal<number>;
  /** Calls of the bots and deliveries to them. */
  readonly wire: WireRecord;
  readonly faults: Faults;
  /** Carries out an action of a user, by its name in `Actions`. */
  act<Name extends ActionName>(name: Name, parameters: ActionParameters<Name>, file?: Blob): Promise<ActionResult<Name>>;
  /** A chat as a user sees it. */
  view(user: number, place: Place): Promise<View>;
  /** How many messages of others a user got in a chat after that message. */
  countNew(user: number, place: Place, after: number): Promise<number>;
  /** An address of a file that the page can show. File identifiers are those of a bot: by default the first one. */
  fileUrl(file_id: string, bot: number | undefined): Promise<string>;
  /** Stops watching, and ends the emulator if it is in the page. */
  close(): void;
}
