// The webhook of the bot, its latest deliveries and its queue.
import { useState } from "preact/hooks";
import type { Update } from "botwire";
import type { BotPresence, SeenDelivery } from "botwire/emulator";
import type { Client } from "../client/client.ts";
import { Sheet } from "../client/Sheet.tsx";
import type { HttpWorld } from "../world/http.ts";
import { FixedAnswers } from "./FixedAnswers.tsx";
import { SendUpdate } from "./SendUpdate.tsx";

interface BotProps {
  world: HttpWorld;
  client: Client;
}

/** The time of the day by the emulator's clock. */
const time = (ms: number): string => new Date(ms).toLocaleTimeString();
const updates = (count: number): string => (count === 1 ? "1 update waits" : `${count} updates wait`);
const outcomeOf = ({ status, error }: SeenDelivery): string => (status === undefined ? `did not answer: ${error}` : `answered ${status}`);

/** The webhook, the latest deliveries and the queue. */
export function BotSheet({ world, client, bot, onClose }: BotProps & { bot: BotPresence; onClose: () => void }) {
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
