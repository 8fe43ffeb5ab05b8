// The bar: the bot, its state, the clock while it is moved, faults, and one menu.
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { Avatar } from "../chat/Avatar.tsx";
import { Icon } from "../shell/icons.tsx";
import icon from "../shell/icon.svg";
import { FaultsButton } from "../wire/FaultsButton.tsx";
import { BotSheet } from "./BotSheet.tsx";
import { FixedList } from "./FixedAnswers.tsx";
import { stateOf } from "./bot-state.ts";
import { ClockChip, StudioMenu } from "./StudioMenu.tsx";
import type { Desk } from "./desk.ts";
import { presenceOf, useNow } from "./now.ts";
import { useRoving } from "../shell/roving.ts";

/** The bar, identical to that of studio.html before the program is loaded, with `children` after it. */
export function Bar({ children }: { children?: ComponentChildren }) {
  const bar = useRef<HTMLElement>(null);
  useRoving(bar, "x");
  return (
    <header class="studio-bar" ref={bar}>
      <h1><img src={icon} width="24" height="24" alt="" /> <span>botwire <small>studio</small></span></h1>
      {children}
    </header>
  );
}

/** The bar with its controls. */
export function Head({ desk }: { desk: Desk }) {
  const { world, client } = desk;
  const [isOpen, setOpen] = useState(false);
  const now = useNow(desk);
  const bot = presenceOf(desk);
  const user = client.bot;
  const state = stateOf(bot, world.program.status.value, now);
  const failure = world.failure.value;
  return (
    <Bar>
      <span class="bar-line" />
      <button type="button" class="bar-bot" aria-haspopup="dialog" title="Webhook, deliveries, queue" disabled={!bot} onClick={() => setOpen(true)}>
        <span class="visually-hidden">Bot </span>{user && <Avatar user={user} size={22} />}<b dir="auto">{user?.first_name}</b>{user?.username && <small>@{user.username}</small>}<Icon name="down" size={14} />
      </button>
      <p class={`bar-state ${failure ? "bad" : state.style}`} role="status">
        <span class={`dot ${failure ? "bad" : state.style}`} /><span class="bar-text">{failure || state.text}</span>{!failure && state.more && <span class="bar-more">{state.more}</span>}
      </p>
      {state.fails && bot && (
        <span class="bar-acts">
          <button type="button" class="btn small" onClick={() => void client.attempt(() => world.retry(bot.user.id))}>Retry</button>
          <button type="button" class="btn small" title="Discards the update that fails" onClick={() => void client.attempt(() => world.skip(bot.user.id))}>Skip</button>
        </span>
      )}
      <span class="space" />
      <ClockChip desk={desk} />
      <FaultsButton world={world} more={world.fixed.all.value.length}><FixedList world={world} /></FaultsButton>
      <StudioMenu desk={desk} />
      {isOpen && bot && <div class="studio-over"><BotSheet world={world} client={client} bot={bot} onClose={() => setOpen(false)} /></div>}
    </Bar>
  );
}
