// The parameters of the call that is being written, over the cursor.
import { StateEffect, StateField } from "@codemirror/state";
import { type EditorView, showTooltip, type Tooltip, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { ask, typescriptState } from "../typescript/client.ts";
import type { Signature } from "../typescript/messages.ts";
import { drawn } from "./language.ts";

const show = StateEffect.define<Tooltip | null>();

const shown = StateField.define<Tooltip | null>({
  create: () => null,
  update: (tip, { effects, docChanged, selection }) => {
    for (const effect of effects) if (effect.is(show)) return effect.value;
    return selection && !docChanged ? null : tip;
  },
  provide: (field) => showTooltip.from(field),
});

const asking = ViewPlugin.fromClass(
  class {
    #turn = 0;

    update({ docChanged, view, changes }: ViewUpdate): void {
      if (!docChanged || typescriptState.value !== "ready") return;
      let typed = "";
      changes.iterChanges((_fromA, _toA, _fromB, _toB, text) => (typed += text.toString()));
      const isOpen = view.state.field(shown) !== null;
      if (/[(,]/.test(typed) || isOpen) void this.#ask(view, (this.#turn += 1));
    }

    async #ask(view: EditorView, turn: number): Promise<void> {
      const at = view.state.selection.main.head;
      const found = await ask((worker) => worker.signature(view.state.doc.toString(), at)).catch(() => undefined);
      if (turn !== this.#turn) return;
      view.dispatch({ effects: show.of(found ? tip(found, at) : null) });
    }
  },
);

function tip(signature: Signature, pos: number): Tooltip {
  return {
    pos, above: true, strictSide: true,
    create: () => {
      const dom = drawn(signature);
      const { declaration, current } = signature;
      const code = dom.querySelector("code");
      if (code && current && current.to <= 1200) {
        const mark = document.createElement("strong");
        mark.textContent = declaration.slice(current.from, current.to);
        code.replaceChildren(declaration.slice(0, current.from), mark, declaration.slice(current.to));
      }
      return { dom };
    },
  };
}

/** Shows the parameters after `(` and `,`, until the cursor leaves the call. */
export const signatureHelp = [shown, asking];
