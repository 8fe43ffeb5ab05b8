// Options that webhook and polling share, checked.
import type { Bot } from "../bot.js";
import type { Core } from "../options/bot-options.js";
import type { ClaimStore } from "./claims.js";

/** The third argument of a host's `fetch` handler. */
export interface Host {
  waitUntil?(promise: Promise<unknown>): void;
}

/** Options that webhook and polling share. */
export interface UpdateSettings {
  readonly bot: Bot;
  readonly core: Core;
  readonly store: ClaimStore | ((env: any) => ClaimStore) | false;
  readonly claimSeconds: number;
  readonly leaseMs: number;
  readonly attempts: number;
  readonly onError: (error: unknown, context: any) => unknown;
}
