// The first view of a bot: is it healthy, and what came in. The form of the webhook is folded.
import "./overview.css";
import { useEffect, useState } from "preact/hooks";
import type { WebhookInfo } from "botwire";
import { Icon } from "../shell/icons.tsx";
import { lazy } from "../shell/lazy.tsx";
import { Calling } from "./calling.ts";
import { CameIn } from "./CameIn.tsx";
import { PendingChart } from "./PendingChart.tsx";
import { healthOf } from "./health.ts";
import { Outcome } from "./Outcome.tsx";
import type { Session } from "./session.ts";
import type { WebhookFormProps } from "./WebhookForm.tsx";

const WebhookForm = lazy<WebhookFormProps>(() => import("./WebhookForm.tsx"), "The form");

/** The overview. */
export function Overview({ session }: { session: Session }) {
  const health = healthOf(session);
  const { asking, load } = health;
  const [isFormOpen, openForm] = useState(false);
  const verdict = health.verdict.value;
  useEffect(load, []);
  return (
    <div class="overview">
      <section class="card pad" aria-labelledby="healthy">
        <div class="head">
          <h2 id="healthy"><Icon name="gauge" /> Is my bot healthy?</h2>
          <button type="button" class="btn small" onClick={load} disabled={asking.state.value === "running"}><Icon name="refresh" size={14} /> Refresh</button>
        </div>
        <div class="webhook-state">
          {asking.result.value ? (
            <>
              {verdict && <p class="verdict-line" role="status"><span class={`dot ${verdict.style}`} /> <b>{verdict.text}</b></p>}
              <Info session={session} info={asking.result.value} onCheck={() => void health.look()} />
            </>
          ) : asking.state.value === "running" && <p class="muted">Asking …</p>}
        </div>
        <Outcome session={session} calling={asking as Calling} repeat={load} withResult={false} />
      </section>
      <CameIn session={session} health={health} />
      <Me session={session} />
      <section class="card" aria-label="Change the webhook">
        <details class="webhook-fold" onToggle={(event) => openForm(event.currentTarget.open)}>
          <summary>{asking.result.value?.url ? "Change or delete the webhook" : "Set a webhook"}</summary>
          {isFormOpen && <WebhookForm session={session} info={asking.result.value} reload={load} />}
        </details>
      </section>
    </div>
  );
}

function Me({ session }: { session: Session }) {
  const [asking] = useState(() => new Calling());
  const me = session.me.value;
  const load = (): void => void asking.run(({ signal }) => session.meet(signal));
  return (
    <section class="card pad" aria-labelledby="me">
      <div class="head">
        <h2 id="me"><Icon name="info" /> Who am I</h2>
        <button type="button" class="btn small" onClick={load} disabled={asking.state.value === "running"}><Icon name="refresh" size={14} /> Refresh</button>
      </div>
      {me && (
        <div class="me">
          <span class="face" aria-hidden="true">{me.first_name.slice(0, 1)}</span>
          <div>
            <p class="me-name">{me.first_name} {me.last_name}</p>
            <p class="muted">{me.username ? `@${me.username}` : "without a username"}</p>
          </div>
        </div>
      )}
      {me && (
        <dl class="facts">
          <div><dt>Identifier</dt><dd class="mono">{me.id}</dd></div>
          <div><dt>Service</dt><dd class="mono">{session.inside ? "the emulator inside this page" : session.baseUrl}</dd></div>
          {Object.entries(me).filter(([key, value]) => !["id", "first_name", "last_name", "username"].includes(key) && typeof value !== "object").map(([key, value]) => (
            <div key={key}><dt class="mono">{key}</dt><dd>{String(value)}</dd></div>
          ))}
        </dl>
      )}
      <Outcome session={session} calling={asking} repeat={load} withResult={false} />
    </section>
  );
}

function Info({ session, info, onCheck }: { session: Session; info: WebhookInfo; onCheck: () => void }) {
  const { url, pending_update_count: pending, last_error_date: failedAt, last_error_message: failure, allowed_updates: kinds } = info;
  const when = failedAt ? new Date(failedAt * 1000).toLocaleString() : "";
  return (
    <>
      <dl class="facts">
        <div><dt>Webhook</dt><dd>{url ? <span class="mono">{session.mask(url)}</span> : "not set"}</dd></div>
        <div><dt>Updates that wait</dt><dd class="big">{pending}</dd></div>
        <div><dt>Last error</dt><dd class={failure ? "bad" : undefined}>{failure ? `${session.mask(failure)}${when && `, ${when}`}` : when || "none"}</dd></div>
        <div><dt><code>allowed_updates</code></dt><dd>{kinds?.length ? kinds.map((kind) => <code key={kind}>{kind} </code>) : "all kinds"}</dd></div>
        {url && <div><dt>Most connections</dt><dd>{info.max_connections ?? 40}</dd></div>}
        {url && info.has_custom_certificate && <div><dt>Certificate</dt><dd>your own</dd></div>}
      </dl>
      <PendingChart session={session} info={info} onCheck={onCheck} />
    </>
  );
}
