// Sets the webhook, compares it with the new settings, and deletes it.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { WebhookInfo } from "botwire";
import { Icon } from "../shell/icons.tsx";
import { Calling } from "./calling.ts";
import { useFaults } from "./form/check.ts";
import { FormContext } from "./form/context.ts";
import { compileFields, type DraftObject } from "./form/draft.ts";
import { Field } from "./form/Field.tsx";
import { loadSchema, type Schema } from "./form/schema.ts";
import { Outcome } from "./Outcome.tsx";
import type { Session } from "./session.ts";

export interface WebhookFormProps {
  session: Session;
  info: WebhookInfo | undefined;
  reload: () => void;
}

/** The current and the new value of each setting. */
function differences(info: WebhookInfo, wanted: Record<string, unknown>, mask: (text: string) => string): { name: string; now: string; then: string; same: boolean }[] {
  const list = (value: unknown): string => (Array.isArray(value) && value.length ? [...value].sort().join(", ") : "all");
  const rows = [
    { name: "url", now: mask(info.url) || "none", then: mask(String(wanted.url ?? "")) || "none" },
    { name: "certificate", now: info.has_custom_certificate ? "own" : "none", then: wanted.certificate ? "own" : "none" },
    { name: "max_connections", now: String(info.max_connections ?? 40), then: String(wanted.max_connections ?? 40) },
    { name: "allowed_updates", now: list(info.allowed_updates), then: wanted.allowed_updates === undefined ? list(info.allowed_updates) : list(wanted.allowed_updates) },
  ];
  // The contents of a certificate cannot be compared, because the service never returns it.
  return rows.map((row) => ({ ...row, same: row.now === row.then && !(row.name === "certificate" && wanted.certificate) }));
}

export default function WebhookForm({ session, info, reload }: WebhookFormProps) {
  const [schema, setSchema] = useState<Schema | undefined>();
  const [draft, setDraft] = useState<DraftObject>({});
  const [compares, setCompares] = useState(false);
  const [setting] = useState(() => new Calling());
  const [deleting] = useState(() => new Calling());
  const [asks, ask] = useState(false);
  useEffect(() => void loadSchema().then(setSchema, () => {}), []);
  const fields = schema?.methods.setWebhook?.params ?? [];
  const params = useMemo(() => (schema ? compileFields(schema, fields, draft) : {}), [schema, draft]);
  const [faults = []] = useFaults(session, "setWebhook", params);
  const change = (calling: Calling, other: Calling, method: string, parameters: Record<string, unknown>): void =>
    void calling.run(async (options) => {
      other.reset();
      const result = await session.call(method, parameters, options);
      reload();
      return result;
    });
  const set = (): void => change(setting, deleting, "setWebhook", params);
  const drop = (): void => {
    ask(false);
    change(deleting, setting, "deleteWebhook", {});
  };
  if (!schema) return <div class="webhook-form" />;
  const isReady = faults.length === 0 && typeof draft.url === "string" && draft.url !== "";
  return (
    <FormContext.Provider value={{ schema, id: "webhook", faults, isStrict: false, talks: [], Field }}>
      <form class="webhook-form" autocomplete="off" noValidate onSubmit={(event) => (event.preventDefault(), isReady && set())}>
        <div class="fields">
          {fields.map((spec) => <Field key={spec.name} spec={spec} path={spec.name} draft={draft[spec.name]} onChange={(value) => setDraft({ ...draft, [spec.name]: value })} />)}
        </div>
        {compares && info && (
          <div class="compare" role="region" aria-label="Comparison">
            <table>
              <thead><tr><th scope="col">Field</th><th scope="col">Now</th><th scope="col">Then</th></tr></thead>
              <tbody>
                {differences(info, params, session.mask).map(({ name, now, then, same }) => (
                  <tr key={name} class={same ? "" : "differs"}><th scope="row"><code>{name}</code></th><td>{now}</td><td>{then} {!same && <span class="badge warn">changes</span>}</td></tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        <div class="action-row">
          <button type="submit" class="btn primary" disabled={!isReady || setting.state.value === "running"}>Set</button>
          <button type="button" class="btn" disabled={!info} aria-pressed={compares} onClick={() => setCompares(!compares)}>Compare</button>
          <span class="spread" />
          {asks ? (
            <>
              <span>Delete it?</span>
              <button type="button" class="btn danger" onClick={drop}>Yes, delete</button>
              <button type="button" class="btn" onClick={() => ask(false)}>No</button>
            </>
          ) : (
            <button type="button" class="btn danger" disabled={!info?.url || deleting.state.value === "running"} onClick={() => ask(true)}><Icon name="trash" /> Delete</button>
          )}
        </div>
        <Outcome session={session} calling={setting} repeat={set} withResult={false} />
        <Outcome session={session} calling={deleting} repeat={drop} withResult={false} />
        <p class="said" role="status">{setting.state.value === "done" ? "The webhook is set." : deleting.state.value === "done" ? "The webhook is deleted." : ""}</p>
      </form>
    </FormContext.Provider>
  );
}
