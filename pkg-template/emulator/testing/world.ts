// The part of the emulator that its users and chats use.

import type { ActionName, ActionParameters, ActionResult, UserFile } from "../core/act.js";
import { brief } from "./lines.js";
import type { LogEntry } from "../core/log.js";
import type { User } from "../core/types.js";

/** Calls `look` after each event until it returns true. */
export type Watch = (look: () => boolean) => () => void;

/** The emulator as its users and chats see it. */
export interface World {
  /** The first bot. */
  readonly bot: User;
  readonly bots: readonly { readonly user: User; readonly token: string }[];
  /** Carries out an action; bots have their updates when it returns. */
  act<Name extends ActionName>(name: Name, parameters: ActionParameters<Name>, file?: UserFile): ActionResult<Name>;
  watch: Watch;
  /** The identifier of a chat, or of the supergroup that it became. */
  chatId(id: number): number;
  /** Returns the latest entries of the log, one line for each. */
  recent(): string[];
  /** Returns a note if updates wait without a webhook, otherwise an empty text. */
  waiting(): string;
}

/** The number of entries that {@link World.recent} returns. */
const RECENT = 5;

/** Returns the world of an emulator, which calls watching functions after each event. */
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
