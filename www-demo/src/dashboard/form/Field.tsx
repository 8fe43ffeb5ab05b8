// One field of a form: its name, documentation, input and error.
import "./field.css";
import { Icon } from "../../shell/icons.tsx";
import { type FieldProps, idAt, useForm } from "./context.ts";
import { fresh } from "./draft.ts";
import { Counter, Doc, FaultText, Name } from "./FieldText.tsx";
import { Input } from "./Input.tsx";
import type { FieldSpec } from "./schema.ts";

/** True for kinds with several inputs, which are added on demand. */
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
