// Opens the world of the emulator that served this page, with somebody who writes to its bot.
import { Client } from "../client/client.ts";
import { HttpWorld } from "../world/http.ts";

/** The emulator, and the client of its users. */
export interface Opened {
  readonly world: HttpWorld;
  readonly client: Client;
}

/** The base URL of the service: the folder of this page. */
export const baseUrl = (): string => new URL(".", location.href).href.replace(/\/$/, "");

/** Opens both. Rejects if the emulator does not answer. */
export async function openStudio(): Promise<Opened> {
  const world = await HttpWorld.open(baseUrl());
  try {
    const [bot] = world.bots.peek();
    if (!bot) throw new Error("The emulator has no bot.");
    const me = world.users.peek()[0] ?? (await world.act("add_user", { first_name: "Alice", username: "alice" }));
    return { world, client: await Client.open(world, me, { bot: bot.id }) };
  } catch (error) {
    world.close();
    throw error;
  }
}
