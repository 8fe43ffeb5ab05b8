// botwire/check: a separate entry, so that webhooks without this check do not upload its table.
import { UPDATE_TABLE } from "../update-table.js";

/** An additional check of updates. */
export interface UpdateCheck {
  /** A part of the engine's tables. */
  readonly table: Uint8Array;
}

/**
 * Makes a webhook check the type of every known field of an update. Unknown fields and kinds of updates pass.
 *
 * ```ts
 * import { everyField } from "botwire/check";
 * createWebhookHandler({ baseUrl, token, path, check: everyField }, handler);
 * ```
 */
export const everyField: UpdateCheck = { table: Uint8Array.from(UPDATE_TABLE, (char) => char.charCodeAt(0)) };
