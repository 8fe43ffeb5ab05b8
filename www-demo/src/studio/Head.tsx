// The bar of the studio: which bot, whether it is heard of, the clock of the emulator, the colours.
import { useState } from "preact/hooks";
import type { Client } from "../client/client.ts";
import icon from "../shell/icon.svg";
import { Icon } from "../shell/icons.tsx";
import { ThemeSwitch } from "../shell/ThemeSwitch.tsx";
import type { HttpWorld } from "../world/http.ts";
import { baseUrl } from "./open.ts";

/** Steps of the clock. */
const STEPS = [["1h", "+1 h"], ["24h", "+1 d"]] as const;

/** The bar. */
export function Head({ world, client }: { world: HttpWorld; client: Client }) {
  const [isMoving, setMoving] = useState(false);
  const advance = async (duration: string): Promise<void> => {
    setMoving(true);
    await client.attempt(() => world.advance(duration));
    setMoving(false);
  };
  return (
    <header class="studio-head">
      <h1><img src={icon} width="24" height="24" alt="" /> <span>botwire studio</span></h1>
      <BotStatus world={world} client={client} />
      <span class="studio-clock" role="group" aria-label="Clock of the emulator">
        <Icon name="gauge" size={16} />
        {STEPS.map(([duration, name]) => (
          <button key={duration} type="button" class="btn small" disabled={isMoving} title={`Moves the clock ${duration} ahead`} onClick={() => void advance(duration)}>{name}</button>
        ))}
      </span>
      <ThemeSwitch />
    </header>
  );
}

/** Whether the emulator answers, and when the bot was last heard of. */
function BotStatus({ world, client }: { world: HttpWorld; client: Client }) {
  const failure = world.failure.value;
  const last = world.wire.entries.value.at(-1);
  const name = client.bot?.username ? `@${client.bot.username}` : client.bot?.first_name;
  const [style, text] =
    failure ? ["bad", failure]
    : !last ? ["warn", `not heard of yet: its base URL is ${baseUrl()}`]
    : last.error ? ["bad", `did not answer at ${new Date(last.time).toLocaleTimeString()}: ${last.error}`]
    : ["ok", `${last.direction === "call" ? "called" : "got"} ${last.name} at ${new Date(last.time).toLocaleTimeString()}`];
  return <p class={`studio-status ${style}`} role="status"><span class="studio-dot" /><b>{name}</b> <span>{text}</span></p>;
}
