// What came in: the last updates that this page received, or the first of those that wait at the service.
import type { Update } from "botwire";
import { Icon } from "../shell/icons.tsx";
import type { BotHealth } from "./health.ts";
import { kindOf } from "./live.ts";
import { summary } from "./Readable.tsx";
import type { Session } from "./session.ts";

/** How many updates are listed. */
const MOST = 8;

export function CameIn({ session, health }: { session: Session; health: BotHealth }) {
  const { live, mask } = session;
  void live.version.value;
  const info = health.asking.result.value;
  const isReceiving = live.state.value === "on" || live.state.value === "waiting";
  const received = live.updates.slice(-MOST).reverse();
  const waiting = received.length === 0 ? health.waiting.value : [];
  const shown = received.length > 0 ? received : waiting;
  return (
    <section class="card pad" aria-labelledby="came-in">
      <div class="head">
        <h2 id="came-in"><Icon name="list" /> What came in</h2>
        {info?.url === "" && <button type="button" class="btn small" onClick={() => (isReceiving ? live.stop() : live.start())}>{isReceiving ? "Pause" : "Receive updates"}</button>}
      </div>
      {shown.length > 0 && (
        <ul class="came-in" aria-label={received.length > 0 ? "The last updates" : "Updates that wait"}>
          {shown.map((update) => <Row key={update.update_id} update={update} mask={mask} />)}
        </ul>
      )}
      <p class="muted">{noteOn({ isReceiving, received: received.length, waiting: waiting.length, url: info?.url })}</p>
      {received.length > 0 && <p><a href="#/dashboard/updates">All {live.updates.length.toLocaleString("en")} updates</a></p>}
    </section>
  );
}

function noteOn({ isReceiving, received, waiting, url }: { isReceiving: boolean; received: number; waiting: number; url: unknown }): string {
  if (received > 0) return isReceiving ? "The newest comes first." : "This page does not receive at the moment.";
  if (waiting > 0) return "These updates wait at the service. Reading them here does not confirm them: your bot still gets them.";
  if (isReceiving) return "Listening. Write to the bot, and it appears here.";
  if (url === undefined) return "";
  if (url !== "") return "The service delivers updates to the webhook, so this page does not see them. Your bot's own log does.";
  return "Nothing waits at the service. “Receive updates” shows new ones, and confirms them.";
}

function Row({ update, mask }: { update: Update; mask: Session["mask"] }) {
  const { who, what } = summary(update);
  return (
    <li>
      <code>{kindOf(update)}</code> <b dir="auto">{mask(who)}</b> <span dir="auto">{mask(what)}</span>
    </li>
  );
}
