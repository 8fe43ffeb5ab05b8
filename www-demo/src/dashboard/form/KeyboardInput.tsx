// The editor of keyboards: rows of buttons as they will look, and the fields of the chosen one.
import "./keyboard.css";
import { useState } from "preact/hooks";
import { Icon } from "../../shell/icons.tsx";
import { faultAt, type FieldProps, useForm } from "./context.ts";
import { type Draft, type DraftObject } from "./draft.ts";
import { FaultText } from "./FieldText.tsx";
import type { FieldSpec, Kind } from "./schema.ts";

type Rows = readonly (readonly DraftObject[])[];

/** Rows of buttons, of either kind of keyboard. */
export function KeyboardInput({ path, draft, onChange, button }: FieldProps & { button: Kind }) {
  const form = useForm();
  const name = typeof button === "object" && "object" in button ? button.object : "";
  const rows = (draft ?? []) as Rows;
  const [chosen, choose] = useState<readonly [number, number]>([0, 0]);
  const [row, column] = chosen;
  const current = rows[row]?.[column];
  const isInline = name === "InlineKeyboardButton";
  const set = (next: Rows): void => onChange(next as unknown as Draft);
  const setRow = (at: number, next: readonly DraftObject[]): void => set(next.length ? rows.with(at, next) : rows.toSpliced(at, 1));
  const make = (): DraftObject => ({ text: `Button ${rows.flat().length + 1}`, ...(isInline && { callback_data: `button-${rows.flat().length + 1}` }) });
  const add = (at: number): void => {
    if (rows[at]) setRow(at, [...rows[at], make()]);
    else set([...rows, [make()]]);
    choose([at, rows[at]?.length ?? 0]);
  };
  const move = (rowBy: number, columnBy: number): void => {
    const here = rows[row];
    const it = here?.[column];
    if (!here || !it) return;
    if (columnBy) {
      setRow(row, here.toSpliced(column, 1).toSpliced(column + columnBy, 0, it));
      return choose([row, column + columnBy]);
    }
    const to = row + rowBy;
    const target = rows[to] ?? [];
    const without = rows.with(row, here.toSpliced(column, 1));
    const next = rows[to] ? without.with(to, [...target, it]) : to < 0 ? [[it], ...without] : [...without, [it]];
    const filled = next.filter((line) => line.length > 0);
    set(filled);
    const at = filled.findIndex((line) => line.includes(it));
    choose([at, filled[at]?.indexOf(it) ?? 0]);
  };
  const remove = (): void => {
    setRow(row, (rows[row] ?? []).toSpliced(column, 1));
    choose([Math.max(0, Math.min(row, rows.length - 1)), Math.max(0, column - 1)]);
  };
  const place = `${path}[${row}][${column}]`;
  return (
    <div class="keyboard">
      <div class="keyboard-rows" role="group" aria-label="Buttons as they will look">
        {rows.map((buttons, at) => (
          <div class="key-row" key={at}>
            {buttons.map((button, index) => {
              const isChosen = at === row && index === column;
              const isFaulty = form.faults.some(({ path: where }) => where.startsWith(`${path}[${at}][${index}]`));
              return (
                <button
                  key={index} type="button" class={`key${isInline ? " inline" : ""}${isFaulty ? " faulty" : ""}`} aria-pressed={isChosen}
                  aria-label={`Button ${index + 1} of row ${at + 1}: ${String(button.text ?? "")}${isFaulty ? ", has an error" : ""}`} onClick={() => choose([at, index])}
                >
                  <bdi>{String(button.text ?? "") || "…"}</bdi>
                  {isInline && <KeyMark button={button} />}
                </button>
              );
            })}
            <button type="button" class="icon-btn small" aria-label={`Add a button to row ${at + 1}`} onClick={() => add(at)}><Icon name="plus" size={15} /></button>
          </div>
        ))}
        <button type="button" class="btn small" onClick={() => add(rows.length)}><Icon name="plus" size={15} /> Add a row</button>
      </div>
      {current && (
        <div class="key-editor" role="group" aria-label={`Button ${column + 1} of row ${row + 1}`}>
          <div class="list-head">
            <span class="badge">Row {row + 1}, button {column + 1}</span>
            <button type="button" class="icon-btn small" aria-label="Move the button left" disabled={column === 0} onClick={() => move(0, -1)}><Icon name="left" size={15} /></button>
            <button type="button" class="icon-btn small" aria-label="Move the button right" disabled={column >= (rows[row]?.length ?? 0) - 1} onClick={() => move(0, 1)}><Icon name="right" size={15} /></button>
            <button type="button" class="icon-btn small" aria-label="Move the button up" disabled={row === 0 && rows[row]?.length === 1} onClick={() => move(-1, 0)}><Icon name="up" size={15} /></button>
            <button type="button" class="icon-btn small" aria-label="Move the button down" disabled={row === rows.length - 1 && rows[row]?.length === 1} onClick={() => move(1, 0)}><Icon name="down" size={15} /></button>
            <button type="button" class="icon-btn small" aria-label="Remove the button" onClick={remove}><Icon name="trash" size={15} /></button>
          </div>
          <Button name={name} path={place} draft={current} onChange={(next) => setRow(row, (rows[row] ?? []).with(column, next))} />
          <FaultText path={place} />
        </div>
      )}
    </div>
  );
}

const MARKS = { url: "open", pay: "card", callback_game: "game", switch_inline_query: "at", switch_inline_query_current_chat: "at" } as const;

function KeyMark({ button }: { button: DraftObject }) {
  const found = Object.entries(MARKS).find(([field]) => button[field] !== undefined);
  return found ? <Icon name={found[1]} size={12} /> : null;
}

/** The fields of a button: of those that exclude each other, one is chosen. */
function Button({ name, path, draft, onChange }: { name: string; path: string; draft: DraftObject; onChange: (draft: DraftObject) => void }) {
  const form = useForm();
  const { Field } = form;
  const object = form.schema.objects[name];
  const either = object?.rules.find(({ rule }) => rule === "exactly_one" || rule === "at_most_one");
  const fields = object?.fields ?? [];
  const choices = either?.fields ?? [];
  const chosen = choices.find((field) => draft[field] !== undefined) ?? "";
  const field = (spec: FieldSpec | undefined) =>
    spec && <Field key={spec.name} spec={spec} path={`${path}.${spec.name}`} draft={draft[spec.name]} onChange={(value) => onChange({ ...draft, [spec.name]: value })} />;
  const choose = (next: string): void => {
    const rest = Object.fromEntries(Object.entries(draft).filter(([key]) => !choices.includes(key)));
    const kind = fields.find((spec) => spec.name === next)?.kind;
    onChange(next ? { ...rest, [next]: kind === "boolean" ? true : typeof kind === "object" ? {} : "" } : rest);
  };
  const spec = fields.find((spec) => spec.name === chosen);
  return (
    <div class="fields">
      {fields.filter((spec) => !choices.includes(spec.name)).map(field)}
      <div class="form-field">
        <div class="field-head"><label class="label" for={`${form.id}-${path.replace(/\W+/g, "-")}-does`}>What it does</label></div>
        <select
          id={`${form.id}-${path.replace(/\W+/g, "-")}-does`} class="select" value={chosen} aria-invalid={faultAt(form, path) !== undefined}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          <option value="">{either?.rule === "exactly_one" ? "Choose …" : "sends its text"}</option>
          {choices.map((choice) => <option key={choice} value={choice}>{choice}</option>)}
        </select>
      </div>
      {spec?.kind === "string" ? field({ ...spec, required: true }) : spec && <p class="doc">{spec.doc?.split("\n\n")[0]}</p>}
    </div>
  );
}
