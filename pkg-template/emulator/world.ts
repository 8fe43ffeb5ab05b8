// What users and chats need of the emulator.

import type { Given, UserFile } from "./act.js";
import type { User } from "./types.js";
import type { Watch } from "./wait.js";

/** The emulator as its users and chats see it. */
export interface World {
  /** The first bot. */
  readonly bot: User;
  readonly bots: readonly { readonly user: User; readonly token: string }[];
  /** Does an act; bots have their updates when it returns. */
  act<Result>(name: string, given: Given, file?: UserFile): Result;
  watch: Watch;
}

/** Acts that change nothing. */
export const LOOKS = new Set(["messages", "message", "query", "payment", "keyboard", "action", "members", "chats"]);
