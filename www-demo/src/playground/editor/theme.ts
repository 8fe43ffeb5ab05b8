// The looks of the editor, in the colors of the site, light and dark.
import { HighlightStyle } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** Sizes and surfaces. Styles outside of the editor are in editor.css. */
export const theme = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--surface)", color: "var(--text)", fontSize: "13px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6", scrollbarWidth: "thin" },
  ".cm-content": { padding: "10px 0 40px", caretColor: "var(--accent)" },
  ".cm-line": { padding: "0 14px 0 6px" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--text-2)", border: "0", paddingLeft: "4px" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 4px 0 8px", minWidth: "28px" },
  ".cm-foldGutter .cm-gutterElement": { color: "var(--text-2)", padding: "0 4px" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--accent) 5%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--accent) 22%, transparent)",
  },
  ".cm-selectionMatch": { backgroundColor: "color-mix(in srgb, var(--accent) 14%, transparent)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: "color-mix(in srgb, var(--accent) 18%, transparent)", outline: "none" },
  ".cm-panels": { backgroundColor: "var(--surface-2)", color: "var(--text)", borderColor: "var(--border)" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--surface-2)", border: "0", color: "var(--text-2)", padding: "0 6px" },
});

/** Colors of the syntax. */
export const colors = HighlightStyle.define([
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: "light-dark(#5b6677, #8b97ab)", fontStyle: "italic" },
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword], color: "light-dark(#8b2fc9, #d3a4ff)" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: "light-dark(#0d6b43, #86d9a8)" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: "light-dark(#a04a00, #f2b27a)" },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.function(tags.definition(tags.variableName))], color: "light-dark(#2648c4, #93b4ff)" },
  { tag: [tags.typeName, tags.className, tags.namespace], color: "light-dark(#0a6a85, #7fd0e6)" },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "light-dark(#37415a, #c3cee4)" },
  { tag: [tags.operator, tags.punctuation, tags.bracket], color: "light-dark(#525c70, #a3aec4)" },
  { tag: tags.invalid, color: "var(--bad)" },
]);
