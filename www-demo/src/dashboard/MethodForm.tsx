// The form of a method, generated from the schema, checked by the engine while one types.
import "./form/form.css";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { CallOptions } from "botwire";
import { Icon } from "../shell/icons.tsx";
import { CopyButton } from "../wire/Json.tsx";
import { callAsCode } from "../wire/copies.ts";
import { Calling } from "./calling.ts";
import { faultsOf, isMissing, useFaults } from "./form/check.ts";
import { FormContext, idAt } from "./form/context.ts";
import { compileFields, type DraftObject } from "./form/draft.ts";
import { Field } from "./form/Field.tsx";
import { marked } from "./form/FieldText.tsx";
import { kindName, type Schema } from "./form/schema.ts";
import { Outcome } from "./Outcome.tsx";
import type { Session } from "./session.ts";

interface MethodFormProps {
  session: Session;
  schema: Schema;
  name: string;
  /** Parameters to begin with. */
  initial: Record<string, string>;
}

/** Milliseconds after the last key until the parameters are validated. */
const DEBOUNCE_MS = 120;

export function MethodForm({ session, schema, name, initial }: MethodFormProps) {
  const method = schema.methods[name];
  const [draft, setDraft] = useState<DraftObject>(initial);
  const [isStrict, setStrict] = useState(false);
  const [unchecked, setUnchecked] = useState(false);
  const [encoding, setEncoding] = useState<CallOptions["encoding"]>("form");
  const [calling] = useState(() => new Calling());
  const form = useRef<HTMLFormElement>(null);
  const outcome = useRef<HTMLDivElement>(null);
  const fields = method?.params ?? [];
  const params = useMemo(() => compileFields(schema, fields, draft), [draft]);
  const [checked, setFaults] = useFaults(session, name, params, DEBOUNCE_MS);
  const faults = checked ?? [];
  useEffect(() => () => calling.cancel(), []);
  const state = calling.state.value;
  useEffect(() => {
    if (state !== "idle") outcome.current?.scrollIntoView({ block: "nearest" });
  }, [state]);
  if (!method) return null;
  const shared = { schema, id: `f-${name}`, faults, isStrict, talks: session.chats.list(), Field };
  const run = (change: Record<string, unknown> = {}): void =>
    void calling.run((options) => session.call(name, { ...params, ...change }, { ...options, unchecked, encoding }));
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setStrict(true);
    const found = await faultsOf(session.bot(), name, params);
    setFaults(found);
    const [first] = found;
    // `unchecked` skips limits only: a call with a missing or mistyped parameter is never sent.
    if (!first || (unchecked && !found.some(isMissing))) return run();
    const place = document.getElementById(idAt(shared, first.path)) ?? document.getElementById(`${idAt(shared, first.path)}-file`);
    (place ?? form.current?.querySelector<HTMLElement>("[aria-invalid=true]"))?.focus();
  };
  const [title, ...more] = method.doc.split("\n\n");
  const whole = faults.find(({ path }) => path === "");
  const shownFaults = faults.filter((fault) => isStrict || !isMissing(fault)).length;
  return (
    <FormContext.Provider value={shared}>
      <form ref={form} class="method-form" autocomplete="off" noValidate onSubmit={(event) => void submit(event)}>
        <header>
          <div class="head">
            <h2>{name}</h2>
            <button type="button" class="btn small ghost" onClick={() => (setDraft({}), setStrict(false), calling.reset())}>Clear form</button>
          </div>
          <p class="lead-doc">{marked(title ?? "")}</p>
          {more.length > 0 && <details class="more"><summary>Details</summary>{more.map((part) => <p key={part}>{marked(part)}</p>)}</details>}
          <p class="returns">Returns <code>{kindName(method.returns)}</code></p>
          {method.rules.map((rule) => <p key={rule.doc} class="notice rule"><Icon name="info" size={16} /> <span>{marked(rule.doc)}</span></p>)}
        </header>
        {fields.length > 0 && (
          <div class="fields">
            {fields.map((spec) => <Field key={spec.name} spec={spec} path={spec.name} draft={draft[spec.name]} onChange={(value) => setDraft((now) => ({ ...now, [spec.name]: value }))} />)}
          </div>
        )}
        {whole && isStrict && <p class="flaw whole" role="alert"><Icon name="alert" size={14} /> Expected {whole.expected}, got {whole.received}</p>}
        <div class="call-bar">
          <button type="submit" class="btn primary" disabled={state === "running"}><Icon name="send" /> Call</button>
          <CopyButton text={() => session.mask(callAsCode(name, params))}>Copy as JavaScript</CopyButton>
          <span class="spread" />
          <p class={`verdict ${shownFaults ? "bad" : faults.length ? "" : "ready"}`} role="status">{shownFaults ? `${shownFaults} ${shownFaults === 1 ? "error" : "errors"}` : faults.length ? `${faults.length} to fill in` : checked ? "Ready" : ""}</p>
        </div>
        <details class="more">
          <summary>Call options</summary>
          <div class="form-field">
            <div class="field-head"><label class="label" for={`${shared.id}-encoding`}>Encoding</label></div>
            <select id={`${shared.id}-encoding`} class="select" value={encoding} onChange={({ currentTarget }) => setEncoding(currentTarget.value as CallOptions["encoding"])}>
              {["form", "json", "query", "multipart"].map((option) => <option key={option} value={option}>{option}</option>)}
            </select>
            <p class="doc">A call with a file is sent as multipart. In a web page, JSON costs a preflight request per call.</p>
          </div>
          <label class="check"><input type="checkbox" checked={unchecked} onChange={({ currentTarget }) => setUnchecked(currentTarget.checked)} /> Leave limits and rules to the service</label>
        </details>
      </form>
      <div ref={outcome} class="outcome">
        <Outcome session={session} calling={calling} repeat={() => run()} migrate={(to) => (setDraft((now) => ({ ...now, chat_id: String(to) })), run({ chat_id: to }))} />
      </div>
    </FormContext.Provider>
  );
}
