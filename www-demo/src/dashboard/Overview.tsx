// The bot's profile and the state of its webhook.
import "./overview.css";
import { useEffect, useState } from "preact/hooks";
import type { WebhookInfo } from "botwire";
import { Icon } from "../shell/icons.tsx";
import { Calling } from "./calling.ts";
import { Health } from "./Health.tsx";
import { Outcome } from "./Outcome.tsx";
import type { Session } from "./session.ts";
import { WebhookForm } from "./WebhookForm.tsx";

/** The first view of a bot. */
export function Overview({ session }: { session: Session }) {
  const [asking] = useState(() => new Calling<WebhookInfo>());
  const load = (): void => void asking.run(({ signal }) => session.call("getWebhookInfo", {}, { signal }));
  /** Asks without a sign of it; a failure is shown by the next that is asked for. */
  const look = async (): Promise<void> => {
    const info = await session.call("getWebhookInfo", {}).catch(() => undefined);
    if (info) asking.result.value = info;
  };
  useEffect(load, []);
  return (
    <div class="overview">
      <Me session={session} />
      <section class="card pad" aria-labelledby="webhook">
        <div class="head">
          <h2 id="webhook"><Icon name="link" /> Webhook</h2>
          <button type="button" class="btn small" onClick={load} disabled={asking.state.value === "running"}><Icon name="refresh" size={14} /> Refresh</button>
        </div>
        <div class="webhook-state">
          {asking.result.value ? <Info session={session} info={asking.result.value} onCheck={() => void look()} /> : asking.state.value === "running" && <p class="muted">Asking …</p>}
        </div>
        <Outcome session={session} calling={asking as Calling} repeat={load} withResult={false} />
        <WebhookForm session={session} info={asking.result.value} reload={load} />
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
  const { url, pending_update_count: pending, last_error_date: failedAt, last_error_message: failure } = info;
  return (
    <>
      <div class="webhook-line">
        <span class={`badge ${url ? (failure ? "warn" : "ok") : ""}`}>{url ? (failure ? "set, with errors" : "set") : "not set"}</span>
        <span class="webhook-url mono">{url ? session.mask(url) : "Updates wait for getUpdates, as in “Updates” here."}</span>
      </div>
      <dl class="facts">
        <div><dt>Pending updates</dt><dd><b class="big">{pending}</b></dd></div>
        {url && <div><dt>Own certificate</dt><dd>{info.has_custom_certificate ? "yes" : "no"}</dd></div>}
        {info.max_connections !== undefined && <div><dt>Most connections</dt><dd>{info.max_connections}</dd></div>}
        {info.allowed_updates && <div><dt>Kinds</dt><dd>{info.allowed_updates.join(", ") || "all"}</dd></div>}
      </dl>
      <Health session={session} info={info} onCheck={onCheck} />
      {failure && (
        <p class="notice warn">
          <Icon name="alert" />
          <span><b>Last error{failedAt ? `, ${new Date(failedAt * 1000).toLocaleString()}` : ""}:</b> {session.mask(failure)}</span>
        </p>
      )}
    </>
  );
}
