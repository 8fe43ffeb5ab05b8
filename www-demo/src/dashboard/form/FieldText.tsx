// The texts around the input of a field.
import "./field.css";
import type { ComponentChildren } from "preact";
import { Icon } from "../../shell/icons.tsx";
import { isMissing } from "./check.ts";
import { faultAt, idAt, useForm } from "./context.ts";
import { type FieldSpec, kindName, limitText } from "./schema.ts";

/** The name of a field, its kind and limit. */
export function Name({ spec }: { spec: FieldSpec }) {
  return (
    <>
      <code>{spec.name}</code>
      {spec.required && <span class="required" title="required"><span class="visually-hidden"> required</span></span>}{" "}
      <span class="kind">{[kindName(spec.kind), limitText(spec)].filter(Boolean).join(", ")}</span>
    </>
  );
}

/** The documentation of a field, with names in backquotes shown as code. */
export function Doc({ spec, id }: { spec: Pick<FieldSpec, "doc" | "default">; id?: string }) {
  const standard = spec.default === undefined ? "" : ` Default: \`${JSON.stringify(spec.default)}\`.`;
  const text = `${spec.doc ?? ""}${standard}`.trim();
  return text ? <p class="doc" id={id}>{marked(text)}</p> : null;
}

/** Shows the parts of a text that are in backquotes as code. */
export const marked = (text: string): ComponentChildren =>
  text.split(/`([^`]+)`/).map((part, index) => (index % 2 ? <code key={index}>{part}</code> : part));

/** The validation error at a path. */
export function FaultText({ path }: { path: string }) {
  const form = useForm();
  const fault = faultAt(form, path);
  return (
    <p class="flaw" id={`${idAt(form, path)}-fault`} aria-live="polite">
      {fault && <><Icon name="alert" size={14} /> {isMissing(fault) ? `Required: ${fault.expected}` : `Expected ${fault.expected}, got ${fault.received}`}</>}
    </p>
  );
}

/** The used share of a limit. Not an error: markup counts here, and may not count at the service. */
export function Counter({ text, unit, max }: { text: string; unit: string; max: number }) {
  const used = unit === "bytes" ? new TextEncoder().encode(text).length : [...text].length;
  return <span class={`counter${used > max ? " over" : ""}`}>{used} / {max}{unit === "bytes" ? " bytes" : ""}</span>;
}
