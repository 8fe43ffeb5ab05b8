// What is shown when a user or a chat is gone.
import type { User } from "botwire";
import type { Place, World } from "../world/world.ts";

/** Somebody in some chat. */
interface Shown {
  readonly me: User;
  readonly place: Place;
}

/** Whoever is there still, in a chat that is there still; the same object if neither is known to be gone. */
export function stillThere({ bots, users, chats }: World, shown: Shown): Shown {
  const { me, place } = shown;
  const isThere = ("bot" in place ? bots.peek() : chats.peek()).some(({ id }) => id === ("bot" in place ? place.bot : place.chat));
  const isHere = users.peek().some(({ id }) => id === me.id);
  const [bot] = bots.peek();
  const [user] = users.peek();
  if ((isThere && isHere) || !bot || !user) return shown;
  return { me: isHere ? me : user, place: isThere ? place : { bot: bot.id } };
}
