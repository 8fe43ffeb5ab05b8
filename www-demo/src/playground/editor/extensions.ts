// The extensions of the editor.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, nextDiagnostic, previousDiagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, dropCursor, EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, hoverTooltip, keymap, lineNumbers, rectangularSelection, tooltips } from "@codemirror/view";
import { completionSource, hoverSource } from "./language.ts";
import { signatureHelp } from "./signature.ts";
import { colors, theme } from "./theme.ts";

/** Everything but the document. */
export const extensions: Extension = [
  lineNumbers(),
  highlightActiveLineGutter(),
  highlightSpecialChars(),
  history(),
  foldGutter({ openText: "⌄", closedText: "›" }),
  drawSelection(),
  dropCursor(),
  EditorState.allowMultipleSelections.of(true),
  EditorState.tabSize.of(2),
  indentUnit.of("  "),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  rectangularSelection(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  search({ top: true }),
  javascript({ typescript: true }),
  syntaxHighlighting(colors),
  lintGutter(),
  autocompletion({ override: [completionSource], icons: true, activateOnTyping: true }),
  hoverTooltip(hoverSource, { hoverTime: 350 }),
  signatureHelp,
  // Tips are drawn over the whole page, so that no panel cuts them off.
  tooltips({ parent: document.body, position: "fixed" }),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ tabindex: "0", "aria-label": "Code of the bot, in TypeScript. Press Escape, then Tab, to leave the editor.", spellcheck: "false", autocorrect: "off", autocapitalize: "off" }),
  keymap.of([
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...completionKeymap,
    ...lintKeymap,
    { key: "F8", run: nextDiagnostic },
    { key: "Shift-F8", run: previousDiagnostic },
    // Tab indents, but Escape and then Tab leaves: CodeMirror sees to it.
    { key: "Tab", run: indentMore, shift: indentLess },
  ]),
  theme,
];
