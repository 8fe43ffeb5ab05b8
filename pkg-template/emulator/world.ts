// The part of the emulator that its users and chats use.

import type { ActionName, Given, Result, UserFile } from "./act.js";
import { brief } from "./lines.js";
import type { LogEntry } from "./log.js";
import type { User } from "./types.js";

/** Calls `look` whenever something happened, until it says that it is done. */
export type Watch = (look: () => boolean) => () => void;

/** The emulator as its users and chats see it. */
export interface World {
  /** The first bot. */
  readonly bot: User;
  readonly bots: readonly { readonly user: User; readonly token: string }[];
  /** Carries out an action; bots have their updates when it returns. */
  act<Name extends ActionName>(name: Name, parameters: Given<Name>, file?: UserFile): Result<Name>;
  watch: Watch;
  /** The identifier of a chat, or of the supergroup that it became. */
  chatId(id: number): number;
  /** The latest of the log, a line for each entry. */
  recent(): string[];
  /** That updates wait which no webhook gets, in words; empty if none do. */
  waiting(): string;
}

/** Entries of the log that {@link World.recent} gives. */
const RECENT = 5;

/** The world of an emulator, which looks at what is watched whenever something happened. */
export function worldOf(
  emulator: Omit<World, "watch" | "chatId" | "recent" | "waiting"> & { log(): LogEntry[] },
  watchers: Set<() => boolean>,
  waiting: () => string,
): World {
  return {
    get bot(): User {
      return emulator.bot;
    },
    get bots() {
      return emulator.bots;
    },
    act: (name, parameters, file) => emulator.act(name, parameters, file),
    watch: (look) => {
      if (!look()) watchers.add(look);
      return () => watchers.delete(look);
    },
    chatId: (id) => {
      try {
        return emulator.act("chat", { chat: id }).id;
      } catch {
        return id; // The emulator is closed.
      }
    },
    waiting,
    recent: () => emulator.log().slice(-RECENT).map(brief),
  };
}

/** Actions that change nothing. */
export const LOOKS: ReadonlySet<ActionName> = new Set<ActionName>(["messages", "message", "edits", "query", "invoice", "payment", "keyboard", "action", "members", "chat", "chats", "bots", "users", "faults"]);
