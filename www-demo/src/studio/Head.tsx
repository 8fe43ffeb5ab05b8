// The bar of the studio: which bot, whether it is heard of, the clock of the emulator, the colours.
import { useState } from "preact/hooks";
import type { Client } from "../client/client.ts";
import icon from "../shell/icon.svg";
import { ThemeSwitch } from "../shell/ThemeSwitch.tsx";
import type { BotPresence, HttpWorld } from "../world/http.ts";
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
      <State world={world} client={client} />
      <span class="studio-clock" role="group" aria-label="Clock of the emulator">
        <time>{new Date(world.now.value).toLocaleString([], { dateStyle: "short", timeStyle: "short" })}</time>
        {STEPS.map(([duration, name]) => (
          <button key={duration} type="button" class="btn small" disabled={isMoving} title={`Moves the clock ${duration} ahead`} onClick={() => void advance(duration)}>{name}</button>
        ))}
      </span>
      <ThemeSwitch />
    </header>
  );
}

/** The time of the day by the emulator's clock. */
const time = (ms: number): string => new Date(ms).toLocaleTimeString();

/** A poll of less than so many milliseconds ago counts as one that goes on: between two polls the bot works. */
const RECENT_MS = 30_000;

/** Whether the bot is there. */
function BotStatus({ world, client }: { world: HttpWorld; client: Client }) {
  const name = client.bot?.username ? `@${client.bot.username}` : client.bot?.first_name;
  const bot = world.presence.value.find(({ user }) => user.id === client.bot?.id);
  const [style, text] = world.failure.value ? (["bad", world.failure.value] as const) : statusOf(bot, world.now.value, world.waiting.value);
  return (
    <p class={`studio-status ${style}`} role="status">
      <span class="studio-dot" /><b>{name}</b> <span>{text}</span>
      {bot && bot.failing > 0 && <button type="button" class="btn small" onClick={() => void client.attempt(() => world.retry(bot.user.id))}>Retry now</button>}
    </p>
  );
}

function statusOf(bot: BotPresence | undefined, now: number, waiting: string): readonly [style: "ok" | "warn" | "bad", text: string] {
  const { webhook, polling, last_poll, last_delivery, next_retry, failing = 0 } = bot ?? {};
  if (webhook !== undefined) {
    if (!last_delivery) return ["ok", `webhook ${webhook}, no delivery yet`];
    const { status, error } = last_delivery;
    const isOk = failing === 0;
    const outcome = status === undefined ? `did not answer: ${error}` : `answered ${status}`;
    const retry = next_retry === undefined ? "" : `; ${failing === 1 ? "1 update waits" : `${failing} updates wait`}, next try at ${time(next_retry)}`;
    return [isOk ? "ok" : "bad", `webhook ${webhook} ${outcome} at ${time(last_delivery.time)}${retry}`];
  }
  if (polling || (last_poll !== undefined && now - last_poll < RECENT_MS)) return ["ok", "polls for updates"];
  return ["warn", `No webhook is set and nothing polls. ${waiting.replace(/ for getUpdates.*/, ".")}`];
}

/** The two ways to connect a bot, while there is none. */
export function ConnectHint({ world, client }: { world: HttpWorld; client: Client }) {
  const bot = world.presence.value.find(({ user }) => user.id === client.bot?.id);
  if (!bot || statusOf(bot, world.now.value, "")[0] !== "warn") return null;
  return (
    <aside class="studio-hint" aria-label="How to connect a bot">
      <p>Start your bot with the base URL <code>{baseUrl()}</code> and the token that the command printed. It gets its messages in one of two ways:</p>
      <p>by polling: <code>curl {baseUrl()}/bot&lt;token&gt;/getUpdates</code></p>
      <p>by webhook: <code>curl {baseUrl()}/bot&lt;token&gt;/setWebhook -d url=http://127.0.0.1:3000/</code></p>
    </aside>
  );
}

/** Saves and loads the state, and resets it. */
function State({ world, client }: { world: HttpWorld; client: Client }) {
  const download = async (): Promise<void> => {
    const snapshot = await client.attempt(() => world.save());
    if (!snapshot) return;
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(snapshot), download: "botwire.snapshot" });
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const load = (input: HTMLInputElement): void => {
    const [file] = input.files ?? [];
    input.value = "";
    if (file) void client.attempt(() => world.restore(file));
  };
  return (
    <span class="studio-clock" role="group" aria-label="State of the emulator">
      <button type="button" class="btn small" title="Downloads users, chats and messages as a file" onClick={() => void download()}>Save</button>
      <label class="btn small" title="Loads a state that was saved">Load<input type="file" class="visually-hidden" onChange={({ currentTarget }) => load(currentTarget)} /></label>
      <button type="button" class="btn small" title="Goes back to the state at the start; bots keep their webhooks" onClick={() => void client.attempt(() => world.restore())}>Reset</button>
    </span>
  );
}
