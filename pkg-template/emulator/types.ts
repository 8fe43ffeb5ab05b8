// The objects of the service that appear in the emulator's own interface.

import type { Message, ReplyMarkup } from "../types.js";

export type {
  Chat, ChatMember, InlineQueryResult, Message, OrderInfo, ReplyMarkup, ShippingOption, Update, User,
} from "../types.js";

/** A message as a user sees it, with fields that a Message does not have. */
export type SeenMessage = Message & {
  /** The keyboard that came with it. */
  reply_markup?: ReplyMarkup;
  inline_message_id?: string;
  /** Present when it came without a notification. */
  disable_notification?: true;
  /** The URL of the first link of a text, of which a preview is shown. */
  web_page_preview?: string;
};
