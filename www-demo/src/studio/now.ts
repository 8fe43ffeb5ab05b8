// The bot and the time, as of now.
import { useEffect, useState } from "preact/hooks";
import type { BotPresence } from "botwire/emulator";
import type { Desk } from "./desk.ts";

/** How the bot of the open chat is. */
export const presenceOf = ({ world, client }: Desk): BotPresence | undefined => world.presence.value.find(({ user }) => user.id === client.bot?.id);

/** The time by the emulator's clock, each second. */
export function useNow({ world }: Desk): number {
  const [, draw] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => draw((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  void world.clock.value;
  return world.now();
}
