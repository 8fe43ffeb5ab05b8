// botwire/check: what only few webhooks need, so that the others do not upload it.
import { UPDATE_TABLE } from "../update-table.js";

/** What an update is checked against, in addition to its shape. */
export interface UpdateCheck {
  /** A part of the engine's tables. */
  readonly table: Uint8Array;
}

/**
 * Has a webhook check the kind of every field of an update that the specification knows. Unknown fields and kinds pass.
 *
 * ```ts
 * import { everyField } from "botwire/check";
 * createWebhookHandler({ baseUrl, token, path, check: everyField }, handler);
 * ```
 */
export const everyField: UpdateCheck = { table: Uint8Array.from(UPDATE_TABLE, (char) => char.charCodeAt(0)) };
