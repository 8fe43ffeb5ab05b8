// The objects of the service that appear in the emulator's own interface.

import type { Message, ReplyMarkup } from "../../types.js";

export type {
  Chat, ChatMember, InlineQueryResult, Message, OrderInfo, ReplyMarkup, ShippingOption, Update, User,
} from "../../types.js";

/** A message as a user sees it, with fields that a Message does not have. */
export type SeenMessage = Message & {
  /** The keyboard of the message. */
  reply_markup?: ReplyMarkup;
  inline_message_id?: string;
  /** True if the message was sent silently. */
  disable_notification?: true;
  /** The URL of the link preview: the first link of the text. */
  web_page_preview?: string;
};

/** A user or bot, or the identifier of one. */
export type Party = number | { readonly id: number };
