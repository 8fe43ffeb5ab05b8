// The inputs of a form, by the kind of the value.
import "./group.css";
import { Icon } from "../../shell/icons.tsx";
import { faultAt, type FieldProps, idAt, useForm } from "./context.ts";
import { type Draft, type DraftObject, DraftVariant, fresh } from "./draft.ts";
import { FaultText } from "./FieldText.tsx";
import { FileInput } from "./FileInput.tsx";
import { KeyboardInput } from "./KeyboardInput.tsx";
import { type FieldSpec, type Kind, variantName } from "./schema.ts";

/** Texts for which one line is too little. */
const LONG = new Set(["caption", "description", "error_message", "payload", "provider_data"]);

/** The input for a value of any kind. */
export function Input(props: FieldProps) {
  const { spec, path, draft, onChange } = props;
  const { kind } = spec;
  if (typeof kind === "string") {
    if (kind === "boolean") return <Choice {...props} />;
    if (kind === "file" || kind === "file_or_string" || kind === "attach") return <FileInput {...props} isOnlyFile={kind === "file"} />;
    return <TextInput {...props} />;
  }
  if ("enumeration" in kind) return <Enumeration {...props} name={kind.enumeration} />;
  if ("union" in kind) return <Union {...props} name={kind.union} />;
  if ("object" in kind) return <Fields name={kind.object} path={path} draft={(draft ?? {}) as DraftObject} onChange={onChange} />;
  if ("array" in kind) {
    if (typeof kind.array === "object" && "array" in kind.array) return <KeyboardInput {...props} button={kind.array.array} />;
    if (typeof kind.array === "object" && "enumeration" in kind.array) return <Several {...props} name={kind.array.enumeration} />;
    return <List {...props} item={kind.array} />;
  }
  return null;
}

function TextInput({ spec, path, draft, onChange }: FieldProps) {
  const form = useForm();
  const id = idAt(form, path);
  const { kind, name, required, limit } = spec;
  const isNumber = kind === "integer" || kind === "id" || kind === "float";
  const value = typeof draft === "string" ? draft : "";
  const shared = {
    id, name: path, value,
    "aria-required": required,
    "aria-invalid": faultAt(form, path) !== undefined,
    "aria-describedby": `${id}-fault ${id}-doc`,
    autocomplete: "off" as const,
    spellcheck: LONG.has(name),
    onInput: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      // An empty text may be meant only where the field is required.
      onChange(value === "" && (!required || isNumber || kind === "chat_id") ? undefined : value);
    },
  };
  if (LONG.has(name) || (limit?.max ?? 0) > 300) return <textarea class="textarea" dir="auto" rows={(limit?.max ?? 0) > 1000 ? 4 : 2} {...shared} />;
  if (kind !== "chat_id") return <input class={`input${isNumber ? " mono" : ""}`} dir={isNumber ? "ltr" : "auto"} type="text" inputMode={isNumber ? (kind === "float" ? "decimal" : "numeric") : undefined} {...shared} />;
  return (
    <>
      <input class="input mono" type="text" list={form.talks.length ? `${id}-chats` : undefined} placeholder="12345 or @channel" {...shared} />
      {form.talks.length > 0 && (
        <datalist id={`${id}-chats`}>
          {form.talks.slice(0, 50).map(({ chat }) => <option key={chat.id} value={chat.id}>{chat.title ?? chat.first_name ?? chat.type}</option>)}
        </datalist>
      )}
    </>
  );
}

/** Yes, no, or no choice. */
function Choice({ spec, path, draft, onChange }: FieldProps) {
  const form = useForm();
  const id = idAt(form, path);
  const options: readonly (readonly [string, Draft])[] = [...(spec.required ? [] : [["not set", undefined] as const]), ["true", true], ["false", false]];
  return (
    <div class="segments">
      {options.map(([name, value], index) => (
        <label key={name}>
          <input id={index === 0 ? id : undefined} type="radio" name={`${id}-choice`} checked={draft === value} onChange={() => onChange(value)} aria-describedby={`${id}-doc`} />
          <span>{name}</span>
        </label>
      ))}
    </div>
  );
}

function Enumeration({ spec, path, draft, onChange, name }: FieldProps & { name: string }) {
  const form = useForm();
  const id = idAt(form, path);
  const values = form.schema.enumerations[name]?.values ?? [];
  return (
    <select
      id={id} class="select" value={typeof draft === "string" ? draft : ""} aria-required={spec.required} aria-invalid={faultAt(form, path) !== undefined}
      aria-describedby={`${id}-fault ${id}-doc`} onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    >
      <option value="">{spec.required ? "Choose …" : "not set"}</option>
      {values.map((value) => <option key={value.name} value={value.name} title={value.doc}>{value.name}</option>)}
    </select>
  );
}

/** Any number of an enumeration's values. */
function Several({ path, draft, onChange, name }: FieldProps & { name: string }) {
  const form = useForm();
  const id = idAt(form, path);
  const chosen = (draft ?? []) as readonly string[];
  const values = form.schema.enumerations[name]?.values ?? [];
  const toggle = (value: string, isOn: boolean): void => {
    const next = values.map((option) => option.name).filter((name) => (name === value ? isOn : chosen.includes(name)));
    onChange(next.length ? next : undefined);
  };
  return (
    <div class="several">
      {values.map((value, index) => (
        <label key={value.name} title={value.doc}>
          <input id={index === 0 ? id : undefined} type="checkbox" checked={chosen.includes(value.name)} onChange={({ currentTarget }) => toggle(value.name, currentTarget.checked)} />
          <span>{value.name}</span>
        </label>
      ))}
    </div>
  );
}

function Union({ spec, path, draft, onChange, name }: FieldProps & { name: string }) {
  const form = useForm();
  const id = idAt(form, path);
  const union = form.schema.unions[name];
  const chosen = draft instanceof DraftVariant ? draft : undefined;
  const choose = (variant: string): void => onChange(variant ? new DraftVariant(variant, commonTexts(form.schema.objects[variant]?.fields ?? [], chosen?.fields)) : undefined);
  return (
    <div class={chosen ? "union open" : "union"}>
      <select
        id={id} class="select" value={chosen?.variant ?? ""} aria-label={`${spec.name}: which kind`} aria-required={spec.required} aria-invalid={faultAt(form, path) !== undefined}
        aria-describedby={`${id}-fault`} onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        <option value="">{spec.required ? "Choose a kind …" : "not set"}</option>
        {union?.variants.map((variant) => <option key={variant} value={variant}>{variantName(variant, name)}</option>)}
      </select>
      {chosen && <Fields name={chosen.variant} path={path} draft={chosen.fields} onChange={(fields) => onChange(new DraftVariant(chosen.variant, fields))} />}
    </div>
  );
}

/** Keeps the text of fields with the same name when another variant is chosen. */
const commonTexts = (fields: readonly FieldSpec[], before: DraftObject = {}): DraftObject =>
  Object.fromEntries(fields.filter(({ name, kind }) => typeof before[name] === "string" && typeof kind === "string").map(({ name }) => [name, before[name]]));

/** The fields of an object, the required ones first as the specification has them, the others behind a fold. */
export function Fields({ name, path, draft, onChange }: { name: string; path: string; draft: DraftObject; onChange: (draft: DraftObject) => void }) {
  const { schema, Field } = useForm();
  const fields = schema.objects[name]?.fields ?? [];
  if (fields.length === 0) return <p class="doc">It has no fields.</p>;
  return (
    <div class="fields">
      {fields.map((spec) => (
        <Field key={spec.name} spec={spec} path={path ? `${path}.${spec.name}` : spec.name} draft={draft[spec.name]} onChange={(value) => onChange({ ...draft, [spec.name]: value })} />
      ))}
    </div>
  );
}

function List({ spec, path, draft, onChange, item }: FieldProps & { item: Kind }) {
  const items = (draft ?? []) as readonly Draft[];
  const change = (index: number, value: Draft): void => onChange(items.with(index, value));
  const move = (from: number, to: number): void => onChange(items.toSpliced(from, 1).toSpliced(to, 0, items[from]));
  const itemSpec: FieldSpec = { name: spec.name.replace(/s$/, ""), kind: item, required: true };
  return (
    <div class="list">
      {items.map((value, index) => (
        <div class="list-item" key={index} role="group" aria-label={`${itemSpec.name} ${index + 1}`}>
          <div class="list-head">
            <span class="badge">{index + 1}</span>
            <button type="button" class="icon-btn small" aria-label={`Move ${itemSpec.name} ${index + 1} up`} disabled={index === 0} onClick={() => move(index, index - 1)}><Icon name="up" size={15} /></button>
            <button type="button" class="icon-btn small" aria-label={`Move ${itemSpec.name} ${index + 1} down`} disabled={index === items.length - 1} onClick={() => move(index, index + 1)}><Icon name="down" size={15} /></button>
            <button type="button" class="icon-btn small" aria-label={`Remove ${itemSpec.name} ${index + 1}`} onClick={() => onChange(items.toSpliced(index, 1))}><Icon name="trash" size={15} /></button>
          </div>
          <Input spec={itemSpec} path={`${path}[${index}]`} draft={value} onChange={(next) => change(index, next)} />
          <FaultText path={`${path}[${index}]`} />
        </div>
      ))}
      <button type="button" class="btn small" onClick={() => onChange([...items, fresh(item)])}><Icon name="plus" size={15} /> Add {itemSpec.name}</button>
    </div>
  );
}
