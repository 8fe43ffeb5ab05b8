// The whole bot: modules in order, sessions around them, and a count of what nobody handles.
import { first, inPrivate, on, reply, sessions, type SessionStore } from "botwire";
import { admin } from "./admin.ts";
import { shop } from "./shop.ts";
import type {} from "./types.ts";

/** The updates that no module has handled. */
export const unhandled = { count: 0 };

export const bot = (store: SessionStore) =>
  sessions(
    { store, by: "both", initial: () => ({ cart: [] }) },
    first(
      admin,
      shop,
      inPrivate(on({ message: { text: (message) => reply(message, "I do not understand that. Try /help.") } })),
      () => void unhandled.count++,
    ),
  );
