// The editor of the bot's code: CodeMirror, loaded after the first paint.
import { setDiagnostics } from "@codemirror/lint";
import { EditorState, Transaction } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { edit, example, goal, source } from "../state.ts";
import { marks } from "../marks.ts";
import { extensions } from "./extensions.ts";

/** The editor. Edits go to the state of the playground. */
export default function Editor() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return;
    const fresh = (): EditorState => EditorState.create({ doc: source.peek(), extensions: [extensions, EditorView.updateListener.of((update) => update.docChanged && edit(update.state.doc.toString()))] });
    const view = new EditorView({ parent: place.current, state: fresh() });
    let shown = example.peek().id;
    const ends = [
      effect(() => {
        // Each example has its own undo history.
        if (example.value.id !== shown) {
          shown = example.value.id;
          view.setState(fresh());
          view.scrollDOM.scrollTop = 0;
        } else if (source.value !== view.state.doc.toString()) {
          view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: source.value }, annotations: Transaction.userEvent.of("restore") });
        }
      }),
      effect(() => {
        const most = view.state.doc.length;
        const shownMarks = marks.value.map(({ from, to, severity, message, by }) => ({
          from: Math.min(from, most), to: Math.min(Math.max(to, from), most), severity, message, source: by,
        }));
        view.dispatch(setDiagnostics(view.state, shownMarks));
      }),
      effect(() => {
        const span = goal.value;
        if (!span) return;
        goal.value = undefined;
        const at = Math.min(span.from, view.state.doc.length);
        view.dispatch({ selection: { anchor: at, head: Math.min(span.to, view.state.doc.length) }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
        view.focus();
      }),
    ];
    return () => {
      for (const end of ends) end();
      view.destroy();
    };
  }, []);
  return <div class="editor" ref={place} />;
}
