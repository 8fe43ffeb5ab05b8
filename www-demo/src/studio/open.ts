// Opens the world of the emulator that served this page, with a user who writes to its bot.
import type { User } from "botwire";
import { Client } from "../client/client.ts";
import { HttpWorld } from "../world/http.ts";
import { forget, remembered } from "./memory.ts";
import type { Place } from "../world/world.ts";

/** The emulator, and the client of its users. */
export interface Opened {
  readonly world: HttpWorld;
  readonly client: Client;
}

/** The base URL of the service: the folder of this page. */
export const baseUrl = (): string => new URL(".", location.href).href.replace(/\/$/, "");

/** Opens both, after a reset with the wire of the former world. Rejects if the emulator does not answer. */
export async function openStudio(former?: Opened): Promise<Opened> {
  const world = await HttpWorld.open(baseUrl(), former?.world);
  if (former) forget();
  try {
    const [bot] = world.bots.peek();
    if (!bot) throw new Error("The emulator has no bot.");
    const before = remembered();
    const wanted = new URLSearchParams(location.hash.slice(1) || (before && `user=${before.user}&${before.place}`));
    const users = world.users.peek();
    const me = users.find(({ id }) => String(id) === wanted.get("user")) ?? users[0] ?? (await firstUser(world));
    const client = await Client.open(world, me, placeIn(world, wanted) ?? { bot: bot.id }, undefined, before?.seen);
    client.draft.value = before?.draft ?? "";
    client.isHtml.value = before?.isHtml === true;
    return { world, client };
  } catch (error) {
    world.close();
    throw error;
  }
}

/** Adds a user, unless another window has just done so. */
async function firstUser(world: HttpWorld): Promise<User> {
  const added = world.act("add_user", { first_name: "Alice", username: "alice" });
  return added.catch(async (error: unknown) => {
    const [first] = await world.act("users", {});
    if (first) return first;
    throw error;
  });
}

/** The chat in the page's address, if any. */
function placeIn(world: HttpWorld, wanted: URLSearchParams): Place | undefined {
  const [bot, chat] = [Number(wanted.get("bot")), Number(wanted.get("chat"))];
  if (world.bots.peek().some(({ id }) => id === bot)) return { bot };
  return world.chats.peek().some(({ id }) => id === chat) ? { chat } : undefined;
}
