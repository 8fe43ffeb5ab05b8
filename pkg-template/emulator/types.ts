// The objects of the service that appear in the emulator's own interface.

import type { Message, ReplyMarkup } from "../types.js";

export type {
  Chat, ChatMember, InlineQueryResult, Message, OrderInfo, ReplyMarkup, ShippingOption, Update, User,
} from "../types.js";

/** A message as a user sees it: with the keyboard that came with it, which a Message does not have. */
export type SeenMessage = Message & { reply_markup?: ReplyMarkup; inline_message_id?: string };
