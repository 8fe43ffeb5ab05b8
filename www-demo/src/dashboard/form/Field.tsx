// One field of a form: its name, what it means, whether it is required, its input, and what is wrong with it.
import "./field.css";
import type { ComponentChildren } from "preact";
import { Icon } from "../../shell/icons.tsx";
import { isMissing } from "./check.ts";
import { faultAt, idAt, useForm } from "./context.ts";
import type { Draft } from "./draft.ts";
import { fresh } from "./draft.ts";
import { Input } from "./Input.tsx";
import { type FieldSpec, kindName, limitText } from "./schema.ts";

export interface FieldProps {
  spec: FieldSpec;
  path: string;
  draft: Draft;
  onChange: (draft: Draft) => void;
}

/** Whether a kind is written in several inputs, and so is added on demand. */
const isCompound = ({ kind }: FieldSpec): boolean =>
  typeof kind === "object" && ("object" in kind || ("array" in kind && !(typeof kind.array === "object" && "enumeration" in kind.array)));

/** A field, compound or not. */
export function Field({ spec, path, draft, onChange }: FieldProps) {
  const { kind } = spec;
  if (typeof kind === "object" ? "literal" in kind : kind === "true") return null;
  if (!isCompound(spec)) return <Simple spec={spec} path={path} draft={draft} onChange={onChange} />;
  const isOpen = draft !== undefined || spec.required;
  return (
    <fieldset class={`group${isOpen ? " open" : ""}`}>
      <legend>
        <Name spec={spec} />
      </legend>
      <div class="group-head">
        <Doc spec={spec} id={`${path}-doc`} />
        {!isOpen && (
          <button type="button" class="btn small" aria-label={`Add ${spec.name}`} onClick={() => onChange(fresh(kind))}>
            <Icon name="plus" size={15} /> Add
          </button>
        )}
        {isOpen && !spec.required && (
          <button type="button" class="btn small ghost" aria-label={`Remove ${spec.name}`} onClick={() => onChange(undefined)}>
            <Icon name="close" size={15} /> Remove
          </button>
        )}
      </div>
      {isOpen && <Input spec={spec} path={path} draft={draft ?? fresh(kind)} onChange={onChange} />}
      <FaultText path={path} />
    </fieldset>
  );
}

function Simple({ spec, path, draft, onChange }: FieldProps) {
  const form = useForm();
  const id = idAt(form, path);
  const isGroup = typeof spec.kind === "object" ? "array" in spec.kind || "union" in spec.kind : ["boolean", "file", "file_or_string", "attach"].includes(spec.kind);
  const limit = typeof draft === "string" && spec.limit?.max && /characters|bytes/.test(spec.limit.unit) ? spec.limit : undefined;
  return (
    <div class="form-field" role={isGroup ? "group" : undefined} aria-labelledby={isGroup ? `${id}-name` : undefined}>
      <div class="field-head">
        {isGroup ? <span id={`${id}-name`} class="label"><Name spec={spec} /></span> : <label class="label" for={id}><Name spec={spec} /></label>}
        {limit && <Counter text={String(draft)} unit={limit.unit} max={limit.max ?? 0} />}
      </div>
      <Doc spec={spec} id={`${id}-doc`} />
      <Input spec={spec} path={path} draft={draft} onChange={onChange} />
      <FaultText path={path} />
    </div>
  );
}

function Name({ spec }: { spec: FieldSpec }) {
  return (
    <>
      <code>{spec.name}</code>
      {spec.required && <span class="required" title="required"><span class="visually-hidden"> required</span></span>}{" "}
      <span class="kind">{[kindName(spec.kind), limitText(spec)].filter(Boolean).join(", ")}</span>
    </>
  );
}

/** The documentation, whose names of fields stand in backquotes. */
export function Doc({ spec, id }: { spec: Pick<FieldSpec, "doc" | "default">; id?: string }) {
  const standard = spec.default === undefined ? "" : ` Default: \`${JSON.stringify(spec.default)}\`.`;
  const text = `${spec.doc ?? ""}${standard}`.trim();
  return text ? <p class="doc" id={id}>{marked(text)}</p> : null;
}

/** Text with what stands in backquotes as code. */
export const marked = (text: string): ComponentChildren =>
  text.split(/`([^`]+)`/).map((part, index) => (index % 2 ? <code key={index}>{part}</code> : part));

/** What the engine says about a place. */
export function FaultText({ path }: { path: string }) {
  const form = useForm();
  const fault = faultAt(form, path);
  return (
    <p class="flaw" id={`${idAt(form, path)}-fault`} aria-live="polite">
      {fault && <><Icon name="alert" size={14} /> {isMissing(fault) ? `Required: ${fault.expected}` : `Expected ${fault.expected}, got ${fault.received}`}</>}
    </p>
  );
}

/** How much of a limit is used. Markup counts here and may not at the service, so it is no fault by itself. */
function Counter({ text, unit, max }: { text: string; unit: string; max: number }) {
  const used = unit === "bytes" ? new TextEncoder().encode(text).length : [...text].length;
  return <span class={`counter${used > max ? " over" : ""}`}>{used} / {max}{unit === "bytes" ? " bytes" : ""}</span>;
}
