// Links of buttons.
import type { Signal } from "@preact/signals";
import type { User } from "botwire";
import type { Place, World } from "../world/world.ts";
import type { SheetState } from "./sheets.ts";

/** The client that follows a link. */
interface Follower {
  readonly world: World;
  readonly me: Signal<User>;
  readonly sheet: Signal<SheetState | undefined>;
  play(me: User, place: Place): Promise<void>;
  write(text: string): Promise<void>;
}

/** Follows a link of a button: one that starts a bot does, others are asked about. */
export async function openLink(client: Follower, url: string): Promise<void> {
  const found = URL.canParse(url) ? new URL(url) : undefined;
  const start = found?.searchParams.get("start");
  const name = found?.pathname.split("/").at(-1)?.toLowerCase();
  const bot = client.world.bots.value.find(({ username }) => username?.toLowerCase() === name);
  if (typeof start === "string" && bot) {
    await client.play(client.me.value, { bot: bot.id });
    await client.write(`/start ${start}`.trim());
  } else {
    client.sheet.value = { kind: "link", url };
  }
}
