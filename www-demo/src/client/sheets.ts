// The sheets that can cover the chat: a question, an alert, a checkout, a game.
import type { ChatMember, User } from "botwire";
import type { SeenMessage } from "botwire/emulator";

/** A sheet and its content. */
export type SheetState =
  /** A page that a button opens: a client asks first. */
  | { readonly kind: "link"; readonly url: string }
  /** The answer to a callback query that wants to be read. */
  | { readonly kind: "alert"; readonly text: string }
  /** Choosing a chat for an inline query. */
  | { readonly kind: "choose"; readonly query: string }
  /** Paying the invoice of a message. */
  | { readonly kind: "checkout"; readonly message: SeenMessage }
  /** The group, supergroup or channel that is open. */
  | { readonly kind: "chat" }
  /** The rights of a member of it. */
  | { readonly kind: "rights"; readonly member: ChatMember; readonly sets: "promote" | "restrict" }
  /** A location or venue to send. */
  | { readonly kind: "place" }
  /** A user. */
  | { readonly kind: "user"; readonly user: User }
  /** The page of a game. */
  | { readonly kind: "game"; readonly title: string; readonly url: string };
