// The methods: a list to search, and the form of the chosen one.
import "./methods.css";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Icon } from "../shell/icons.tsx";
import { go, route } from "../shell/route.ts";
import { loadSchema, type Schema } from "./form/schema.ts";
import { MethodForm } from "./MethodForm.tsx";
import type { Session } from "./session.ts";

/** The list and the form. */
export default function Methods({ session }: { session: Session }) {
  const [schema, setSchema] = useState<Schema | undefined>();
  const [failed, fail] = useState(false);
  const [search, setSearch] = useState("");
  const load = (): void => void loadSchema().then(setSchema, () => fail(true));
  useEffect(load, []);
  const [place = "", query = ""] = route.value.split("?");
  const asked = place.split("/")[2] ?? "";
  const sections = useMemo(() => (schema ? bySection(schema, search) : []), [schema, search]);
  if (!schema) {
    return failed ? (
      <p class="notice bad"><Icon name="alert" /> <span>The schema could not be loaded. <button type="button" class="btn small" onClick={() => (fail(false), load())}>Try again</button></span></p>
    ) : <div class="loading" role="status"><span class="spinner" /><span class="visually-hidden">The schema is loading</span></div>;
  }
  const name = schema.methods[asked] ? asked : "";
  const count = sections.reduce((sum, [, names]) => sum + names.length, 0);
  return (
    <div class={`methods${name ? " has-chosen" : ""}`}>
      <nav class="methods-list card" aria-label="Methods">
        <div class="search">
          <input class="input" type="search" aria-label="Search the methods" placeholder={`Search ${Object.keys(schema.methods).length} methods`} value={search} onInput={({ currentTarget }) => setSearch(currentTarget.value)} />
          <p class="visually-hidden" role="status">{count} methods</p>
        </div>
        <div class="methods-scroll" tabIndex={-1}>
          {sections.map(([section, names]) => (
            <section key={section} aria-label={section}>
              <h2>{section}</h2>
              <ul>{names.map((method) => <li key={method}><a href={`#/dashboard/methods/${method}`} aria-current={method === name ? "page" : undefined}>{method}</a></li>)}</ul>
            </section>
          ))}
          {count === 0 && <p class="empty">No method fits.</p>}
        </div>
      </nav>
      {name ? (
        <section class="method card" aria-label={name}>
          <button type="button" class="btn small ghost back" onClick={() => go("#/dashboard/methods")}><Icon name="left" size={14} /> All methods</button>
          <MethodForm key={`${name}?${query}`} session={session} schema={schema} name={name} initial={Object.fromEntries(new URLSearchParams(query))} />
        </section>
      ) : (
        <section class="method card method-none">
          <Icon name="code" size={30} />
          {asked && <p role="alert">There is no method with the name “{asked}”.</p>}
          <p>Choose a method. Its form checks what you type with the engine that checks every call of botwire.</p>
          <div class="action-row centered">{["sendMessage", "sendPhoto", "sendInvoice", "answerInlineQuery"].map((method) => <a key={method} class="btn small" href={`#/dashboard/methods/${method}`}>{method}</a>)}</div>
        </section>
      )}
    </div>
  );
}

function bySection(schema: Schema, words: string): [string, string[]][] {
  const wanted = words.toLowerCase();
  const sections = new Map<string, string[]>();
  for (const [name, { section, doc }] of Object.entries(schema.methods)) {
    if (!name.toLowerCase().includes(wanted) && !(wanted.length > 3 && doc.toLowerCase().includes(wanted))) continue;
    sections.set(section, [...(sections.get(section) ?? []), name]);
  }
  return [...sections];
}
