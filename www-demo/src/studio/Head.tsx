// The bar of the studio: which bot, whether it is there, the state and the clock of the emulator, the colors.
import type { ComponentChildren } from "preact";
import type { Client } from "../client/client.ts";
import icon from "../shell/icon.svg";
import { ThemeSwitch } from "../shell/ThemeSwitch.tsx";
import type { HttpWorld } from "../world/http.ts";
import { BotStatus } from "./BotStatus.tsx";
import { ClockControls, StateControls } from "./Controls.tsx";

/** The bar, identical to that of studio.html before the program is loaded, with `children` after it. */
export function Bar({ children }: { children?: ComponentChildren }) {
  return (
    <header class="studio-head">
      <h1><img src={icon} width="24" height="24" alt="" /> <span>botwire studio</span></h1>
      {children}
    </header>
  );
}

/** The bar with its controls. */
export function Head({ world, client }: { world: HttpWorld; client: Client }) {
  return (
    <Bar>
      <BotStatus world={world} client={client} />
      <StateControls world={world} client={client} />
      <ClockControls world={world} client={client} />
      <ThemeSwitch />
    </Bar>
  );
}
