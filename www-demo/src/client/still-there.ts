// Chooses what to show after a user or a chat was removed.
import type { User } from "botwire";
import type { Place, World } from "../world/world.ts";

/** A user in a chat. */
interface Shown {
  readonly me: User;
  readonly place: Place;
}

/** Replaces a removed user or chat by an existing one; returns the same object if neither was removed. */
export function stillThere({ bots, users, chats }: World, shown: Shown): Shown {
  const { me, place } = shown;
  const isThere = ("bot" in place ? bots.peek() : chats.peek()).some(({ id }) => id === ("bot" in place ? place.bot : place.chat));
  const isHere = users.peek().some(({ id }) => id === me.id);
  const [bot] = bots.peek();
  const [user] = users.peek();
  if ((isThere && isHere) || !bot || !user) return shown;
  return { me: isHere ? me : user, place: isThere ? place : { bot: bot.id } };
}
