// The status of the bot: a line in the bar, errors below it, and on demand the webhook and the queue.
import { useState } from "preact/hooks";
import type { Update } from "botwire";
import type { BotPresence, SeenDelivery } from "botwire/emulator";
import type { Client } from "../client/client.ts";
import { Sheet } from "../client/Sheet.tsx";
import type { HttpWorld } from "../world/http.ts";
import { RECENT_MS } from "../world/presence.ts";
import { baseUrl } from "./open.ts";
import { FixedAnswers } from "./FixedAnswers.tsx";
import { SendUpdate } from "./SendUpdate.tsx";

interface BotProps {
  world: HttpWorld;
  client: Client;
}

/** The time of the day by the emulator's clock. */
const time = (ms: number): string => new Date(ms).toLocaleTimeString();
const updates = (count: number): string => (count === 1 ? "1 update waits" : `${count} updates wait`);

/** Pixels up to which one part of the studio is shown at a time. */
const NARROW = 1000;

const presenceOf = ({ world, client }: BotProps): BotPresence | undefined => world.presence.value.find(({ user }) => user.id === client.bot?.id);

type Status = readonly [style: "ok" | "warn" | "bad", text: string];

function statusOf(bot: BotPresence | undefined, now: number): Status {
  if (bot === undefined) return ["warn", ""];
  const { webhook, polling, last_poll, deliveries, next_retry, failing, waiting } = bot;
  if (webhook === undefined) {
    if (polling || (last_poll !== undefined && now - last_poll < RECENT_MS)) return ["ok", "polls for updates"];
    const last = last_poll === undefined ? "" : ` The last poll was at ${time(last_poll)}.`;
    return ["warn", `No webhook is set and nothing polls.${last}${waiting === 0 ? "" : ` ${updates(waiting)}.`}`];
  }
  const [last] = deliveries;
  if (!last) return ["ok", `webhook ${webhook}, no delivery yet`];
  const retry = next_retry === undefined ? "" : `; ${updates(failing)}, next try at ${time(next_retry)}`;
  return [failing === 0 ? "ok" : "bad", `webhook ${webhook} ${outcomeOf(last)} at ${time(last.time)}${retry}`];
}

const outcomeOf = ({ status, error }: SeenDelivery): string => (status === undefined ? `did not answer: ${error}` : `answered ${status}`);

/** The line in the bar. */
export function BotStatus(props: BotProps) {
  const { world, client } = props;
  const [isOpen, setOpen] = useState(false);
  const name = client.bot?.username ? `@${client.bot.username}` : client.bot?.first_name;
  const bot = presenceOf(props);
  const [style, text] = world.failure.value ? (["bad", world.failure.value] as const) : statusOf(bot, world.clock.value.now);
  return (
    <>
      <p class={`studio-status ${style}`} role="status">
        <span class="studio-dot" /><b dir="auto">{name}</b> <span>{text}</span>
      </p>
      <button type="button" class="btn small" aria-haspopup="dialog" disabled={!bot} onClick={() => setOpen(true)}>Bot</button>
      {isOpen && bot && <div class="studio-over"><BotSheet {...props} bot={bot} onClose={() => setOpen(false)} /></div>}
    </>
  );
}

/** Advice while the bot is not connected or fails. */
export function BotTrouble(props: BotProps) {
  const { world, client } = props;
  const bot = presenceOf(props);
  if (!bot) return null;
  const { webhook, failing, deliveries, next_retry, user } = bot;
  if (webhook === undefined && statusOf(bot, world.clock.value.now)[0] === "warn") return <ConnectHint />;
  const failed = failing > 0 ? deliveries.find(({ status = 0 }) => status < 200 || status > 299) : undefined;
  if (!failed) return null;
  return (
    <aside class="studio-hint bad" aria-label="The bot fails">
      <p>
        <b>{failed.status === undefined ? "Your bot did not answer" : `Your bot answered ${failed.status}`}</b> to {failed.update ?? "an update"} (attempt {failed.attempt}).{" "}
        {next_retry !== undefined && <>The next try is at {time(next_retry)}. </>}
        <button type="button" class="btn small" onClick={() => void client.attempt(() => world.retry(user.id))}>Retry now</button>
      </p>
      <pre class="studio-answer" tabIndex={0} aria-label="The bot's response">{failed.error ?? failed.answer ?? "(an empty body)"}</pre>
    </aside>
  );
}

/** The two ways to connect a bot. */
function ConnectHint() {
  return (
    <aside class="studio-hint" aria-label="How to connect a bot">
      <details open={innerWidth > NARROW}>
        <summary>How to connect a bot</summary>
        <p>Start your bot with the base URL <code>{baseUrl()}</code> and the token that the command printed. It gets its messages in one of two ways:</p>
        <p>by polling: <code>curl {baseUrl()}/bot&lt;token&gt;/getUpdates</code></p>
        <p>by webhook: <code>curl {baseUrl()}/bot&lt;token&gt;/setWebhook -d url=http://127.0.0.1:3000/</code></p>
      </details>
    </aside>
  );
}

/** The webhook, the latest deliveries and the queue. */
function BotSheet({ world, client, bot, onClose }: BotProps & { bot: BotPresence; onClose: () => void }) {
  const { user, webhook, deliveries, waiting } = bot;
  const [url, setUrl] = useState(webhook ?? "");
  const [failure, setFailure] = useState("");
  const [queue, setQueue] = useState<readonly Update[]>([]);
  const point = (to: string): void => {
    setFailure("");
    world.setWebhook(user.id, to).catch((error: Error) => setFailure(error.message));
  };
  const submit = (event: Event): void => (event.preventDefault(), point(url));
  const showQueue = (): void => void client.attempt(() => world.act("queue", { bot: user.id })).then((found) => setQueue(found ?? []));
  return (
    <Sheet title={user.username ? `@${user.username}` : user.first_name} onClose={onClose}>
      <form class="form" onSubmit={submit}>
        <label class="field"><span>Webhook</span><input class="input" type="url" placeholder="none: the bot polls" value={url} onInput={({ currentTarget }) => setUrl(currentTarget.value)} /></label>
        <div class="sheet-actions">
          <button type="button" class="btn" disabled={webhook === undefined} onClick={() => (setUrl(""), point(""))}>Delete</button>
          <button type="submit" class="btn primary" disabled={url === "" || url === webhook}>Set</button>
        </div>
        {failure && <p class="bad small" role="alert">{failure}</p>}
      </form>
      <h3>Latest deliveries</h3>
      {deliveries.length === 0 && <p class="muted small">None yet.</p>}
      <ul class="studio-deliveries">
        {deliveries.map((delivery) => (
          <li key={`${delivery.update_id}/${delivery.attempt}`}>
            <p><time>{time(delivery.time)}</time> <b>{delivery.update ?? "update"}</b> {delivery.update_id}, attempt {delivery.attempt}: {outcomeOf(delivery)}</p>
            {delivery.answer !== undefined && <pre class="studio-answer" tabIndex={0} aria-label="The bot's response">{delivery.answer}</pre>}
          </li>
        ))}
      </ul>
      <h3>Queue</h3>
      <p class="small">{waiting === 0 ? "No update waits." : `${updates(waiting)}.`} {waiting > 0 && <button type="button" class="btn small" onClick={showQueue}>Show</button>}</p>
      {waiting > 0 && queue.map((update) => <pre key={update.update_id} class="studio-answer" tabIndex={0}>{JSON.stringify(update)}</pre>)}
      <SendUpdate world={world} bot={user.id} />
      <FixedAnswers world={world} />
    </Sheet>
  );
}
