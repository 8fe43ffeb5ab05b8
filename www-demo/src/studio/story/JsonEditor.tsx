// The editor of an update or of a call: JSON, completed and checked by the specification, and the fault that shall strike it.
import { autocompletion, closeBrackets, closeBracketsKeymap, type CompletionContext, completionKeymap, type CompletionResult, startCompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { EditorState, Prec } from "@codemirror/state";
import { EditorView, keymap, lineNumbers, tooltips } from "@codemirror/view";
import { useEffect, useRef, useState } from "preact/hooks";
import { kindName, loadSchema, type Schema } from "../../dashboard/form/schema.ts";
import { theme } from "../../playground/editor/theme.ts";
import { Icon } from "../../shell/icons.tsx";
import { FAULTS } from "../../world/faults.ts";
import type { Desk } from "../desk.ts";
import { type Edited, fieldsAt, misfit, pathAt, sampleOf } from "./json-check.ts";

interface JsonEditorProps {
  desk: Desk;
  kind: Edited;
  value: object;
  /** The word on the button. */
  action: string;
  onSend: (value: object, isEdited: boolean) => Promise<void>;
  onCancel: () => void;
}

/** Names that stand for identifiers: `@alice` for Alice. */
function namesOf({ world }: Desk): ReadonlyMap<string, number> {
  const users = [...world.users.peek(), ...world.bots.peek()].map(({ id, username, first_name }) => [username ?? first_name, id] as const);
  const chats = world.chats.peek().map(({ id, title = "chat" }) => [title, id] as const);
  return new Map([...users, ...chats].map(([name, id]) => [`@${name.replace(/\s+/g, "_")}`, id]));
}

/** The value of a text, with identifiers in place of names such as `@alice` that are not in quotes. */
function parsed(text: string, names: ReadonlyMap<string, number>): unknown {
  const plain = text.replace(/"(?:[^"\\]|\\.)*"|@[^\s,}\]:"]+/g, (part) => (part.startsWith('"') ? part : String(names.get(part) ?? part)));
  return JSON.parse(plain);
}

export default function JsonEditor({ desk, kind, value, action, onSend, onCancel }: JsonEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | undefined>(undefined);
  const schema = useRef<Schema | undefined>(undefined);
  const [original] = useState(() => JSON.stringify(value, undefined, 2));
  const [text, setText] = useState(original);
  const [isLoaded, setLoaded] = useState(false);
  const [fault, setFault] = useState("");
  const [failure, setFailure] = useState("");
  const names = namesOf(desk);
  useEffect(() => {
    loadSchema().then((loaded) => ((schema.current = loaded), setLoaded(true)), () => undefined);
    if (!place.current) return;
    // In a shadow root, the editor's styles need no inline ones, which the policy of the page forbids.
    const root = place.current.shadowRoot ?? place.current.attachShadow({ mode: "open" });
    const complete = (context: CompletionContext): CompletionResult | null => completionsOf(context, schema.current, kind, names);
    const view = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: original,
        extensions: [
          lineNumbers(), history(), closeBrackets(), theme, EditorView.lineWrapping, tooltips({ position: "fixed" }),
          autocompletion({ override: [complete], activateOnTyping: true, icons: false }),
          EditorView.contentAttributes.of({ tabindex: "0", "aria-label": "JSON. Press Escape, then Tab, to leave the editor.", spellcheck: "false", autocorrect: "off", autocapitalize: "off" }),
          EditorView.updateListener.of((update) => update.docChanged && setText(update.state.doc.toString())),
          Prec.high(keymap.of([{ key: "Mod-Enter", run: () => (form.current?.requestSubmit(), true) }, { key: "Ctrl-Space", run: startCompletion }])),
          keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap]),
        ],
      }),
    });
    editor.current = view;
    view.focus();
    return () => view.destroy();
  }, []);
  const form = useRef<HTMLFormElement>(null);
  let problem = "";
  let content: unknown;
  try {
    content = parsed(text, names);
    problem = (isLoaded && schema.current && misfit(schema.current, kind, content)) || "";
  } catch (error) {
    problem = (error as Error).message;
  }
  const isSendable = typeof content === "object" && content !== null && !Array.isArray(content);
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!isSendable) return;
    setFailure("");
    try {
      const button = FAULTS.find(({ what }) => what === fault);
      if (button) await desk.world.faults.toggle(button, 1, "object" in kind ? {} : { method: kind.method as never });
      await onSend(content as object, text !== original);
    } catch (error) {
      setFailure((error as Error).message);
    }
  };
  return (
    <form class="json-edit" ref={form} onSubmit={(event) => void send(event)}>
      <div class="json-editor" ref={place} />
      <div class="json-edit-foot">
        <p class={problem || failure ? "bad small" : "ok small"} role="status">{failure || problem || (isLoaded ? <><Icon name="check" size={14} /> Fits the specification</> : "")}</p>
        <p class="muted small">Ctrl Space completes. <code>@{desk.client.me.value.username ?? "name"}</code> without quotes is an identifier.</p>
        <div class="json-edit-acts">
          <label class="small">Fault <select class="select" value={fault} onChange={({ currentTarget }) => setFault(currentTarget.value)}>
            <option value="">none</option>
            {FAULTS.map(({ what, name }) => <option key={what} value={what}>{name}</option>)}
          </select></label>
          <span class="space" />
          <button type="button" class="btn small" onClick={onCancel}>Cancel</button>
          <button type="submit" class="btn small primary" disabled={!isSendable} title={`${action} (Ctrl Enter)`}>{action}</button>
        </div>
      </div>
    </form>
  );
}

/** Names of fields within quotes or at a key, values of enumerations, and names of users and chats. */
function completionsOf(context: CompletionContext, schema: Schema | undefined, kind: Edited, names: ReadonlyMap<string, number>): CompletionResult | null {
  const named = context.matchBefore(/@[^\s,}\]:"]*/);
  if (named) return { from: named.from, options: [...names].map(([label, id]) => ({ label, detail: String(id) })) };
  if (!schema) return null;
  const text = context.state.doc.toString();
  const word = context.matchBefore(/"?\w*/);
  if (!word || (word.text === "" && !context.explicit)) return null;
  const before = text.slice(0, word.from);
  const fields = fieldsAt(schema, kind, pathAt(text, word.from));
  const key = /"(\w+)"\s*:\s*$/.exec(before)?.[1];
  const closed = text[context.pos] === '"' ? 1 : 0;
  if (key !== undefined) {
    const of = fields.find(({ name }) => name === key)?.kind;
    const values = typeof of === "object" && "enumeration" in of ? schema.enumerations[of.enumeration]?.values.map(({ name }) => JSON.stringify(name)) : of === "boolean" || of === "true" ? ["true", "false"] : [];
    return { from: word.from, to: context.pos + (word.text.startsWith('"') ? closed : 0), options: (values ?? []).map((label) => ({ label })) };
  }
  if (!/[{,]\s*$/.test(before)) return null;
  const options = fields.map(({ name, kind: of, required }) => ({ label: `"${name}"`, detail: `${kindName(of)}${required ? ", required" : ""}`, apply: `"${name}": ${sampleOf(of)}` }));
  return { from: word.from, to: context.pos + (word.text.startsWith('"') ? closed : 0), options };
}
