// Options of a user's actions.

import type { OrderInfo, Party, ShippingOption } from "../core/types.js";
import type { WaitOptions } from "./wait.js";

/**
 * A user to create. Absent fields are generated, the same way each time.
 *
 * @example
 * ```ts
 * const alice = emulator.user({ first_name: "Alice", username: "alice", language_code: "en" });
 * ```
 */
export interface UserOptions {
  /** Identifier of the user and of the private chats with them. */
  id?: number | undefined;
  first_name?: string | undefined;
  last_name?: string | undefined;
  /** The username without `@`. */
  username?: string | undefined;
  /** IETF language tag. */
  language_code?: string | undefined;
}

/**
 * The chat of an action: the private chat with a bot (default: the first bot), or another chat.
 *
 * @example
 * ```ts
 * alice.write("Hello, everybody", { chat: group });
 * ```
 */
export interface ChatOptions {
  /** A bot, or its identifier. */
  bot?: Party | undefined;
  /** A group, supergroup or channel, or its identifier. */
  chat?: Party | undefined;
}

/**
 * Options of `write`.
 *
 * @example
 * ```ts
 * alice.write("Yes", { chat: group, reply_to_message_id: 5 });
 * ```
 */
export interface WriteOptions extends ChatOptions {
  /** The markup of the text or caption. Default: none. */
  parse_mode?: "Markdown" | "HTML" | undefined;
  /** The message to reply to. */
  reply_to_message_id?: number | undefined;
}

/**
 * Options of `nextMessage`.
 *
 * @example
 * ```ts
 * const message = await alice.nextMessage({ chat: group, timeoutMs: 5000 });
 * ```
 */
export interface NextMessageOptions extends ChatOptions, WaitOptions {}

/**
 * Options of `send`.
 *
 * @example
 * ```ts
 * alice.send(photo, { type: "photo", caption: "My mug" });
 * ```
 */
export interface SendOptions extends WriteOptions {
  /**
   * How the file is sent. By default, the MIME type decides: `photo`, `video`, `audio`, `sticker` (webp), or else `document`.
   */
  type?: "photo" | "video" | "audio" | "voice" | "video_note" | "document" | "sticker" | undefined;
  caption?: string | undefined;
  duration?: number | undefined;
  width?: number | undefined;
  height?: number | undefined;
  performer?: string | undefined;
  title?: string | undefined;
  /** Files with the same identifier form an album. */
  media_group_id?: string | undefined;
}

/** A location, a live location, a venue or a contact that a user sends. */
export type Shared =
  | { type?: "location" | undefined; latitude: number; longitude: number; live_period?: number | undefined }
  | { type?: "venue" | undefined; latitude: number; longitude: number; title: string; address: string; venuedb_id?: string | undefined }
  | { type?: "contact" | undefined; phone_number: string; first_name: string; last_name?: string | undefined; user_id?: number | undefined };

/** The same fields, which may all be undefined. */
type OrUndefined<Fields> = { [Name in keyof Fields]: Fields[Name] | undefined };

/**
 * The order that a user enters to pay. Absent fields that the invoice needs are generated.
 *
 * @example
 * ```ts
 * await alice.pay(invoice, { name: "Alice", shipping: (options) => options[0]?.id });
 * ```
 */
export interface PayOptions extends ChatOptions, WaitOptions, OrUndefined<OrderInfo> {
  /** Chooses the shipping option. Default: the first one. */
  shipping?: ((options: ShippingOption[]) => string | undefined) | undefined;
}

/**
 * Options of `type`.
 *
 * @example
 * ```ts
 * const results = await alice.type("mug", { offset: "", timeoutMs: 5000 });
 * ```
 */
export interface TypeOptions extends WaitOptions {
  /** A bot, or its identifier. */
  bot?: Party | undefined;
  /** The `next_offset` of the previous results. */
  offset?: string | undefined;
  location?: { latitude: number; longitude: number } | undefined;
}
