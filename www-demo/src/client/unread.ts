// How many messages users have not seen.
import { type Place, placeKey, type World } from "../world/world.ts";

/** Counts the messages after the last seen one, by user and place. */
export async function countUnread(world: World, places: readonly Place[], seen: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { id } of world.users.peek()) {
    for (const place of places) {
      const key = `${id}/${placeKey(place)}`;
      counts.set(key, await world.countNew(id, place, seen.get(key) ?? 0).catch(() => 0));
    }
  }
  return counts;
}
