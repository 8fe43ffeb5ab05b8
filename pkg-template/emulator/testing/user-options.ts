// Options of a user's actions.

import type { OrderInfo, Party, ShippingOption } from "../core/types.js";
import type { WaitOptions } from "./wait.js";

/** A user to create. Absent fields are generated, the same way each time. */
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

/** The chat of an action: the private chat with a bot (default: the first bot), or another chat. */
export interface ChatOptions {
  /** A bot, or its identifier. */
  bot?: Party | undefined;
  /** A group, supergroup or channel, or its identifier. */
  chat?: Party | undefined;
}

/** Options of `write`. */
export interface WriteOptions extends ChatOptions {
  /** The message to reply to. */
  reply_to_message_id?: number | undefined;
}

/** Options of `nextMessage`. */
export interface NextMessageOptions extends ChatOptions, WaitOptions {}

/** Options of `send`. */
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

/** The order that a user enters to pay. Absent fields that the invoice needs are generated. */
export interface PayOptions extends ChatOptions, WaitOptions, OrUndefined<OrderInfo> {
  /** Chooses the shipping option. Default: the first one. */
  shipping?: ((options: ShippingOption[]) => string | undefined) | undefined;
}

/** Options of `type`. */
export interface TypeOptions extends WaitOptions {
  /** A bot, or its identifier. */
  bot?: Party | undefined;
  /** The `next_offset` of the previous results. */
  offset?: string | undefined;
  location?: { latitude: number; longitude: number } | undefined;
}
