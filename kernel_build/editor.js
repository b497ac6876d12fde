// The editor of the page: what it takes of CodeMirror. build_editor.mjs bundles it.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { HighlightStyle, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const light = StateEffect.define();
const lit = StateField.define({
  create: () => Decoration.none,
  update(shown, change) {
    let next = change.docChanged ? Decoration.none : shown;
    for (const effect of change.effects) {
      if (!effect.is(light)) continue;
      const { line, look } = effect.value;
      next =
        line > 0 && line <= change.state.doc.lines
          ? Decoration.set(Decoration.line({ class: look }).range(change.state.doc.line(line).from))
          : Decoration.none;
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

// The colours are the page's, which are those of its theme.
const style = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.operatorKeyword, tags.bool, tags.null],
    color: "var(--ends)",
    fontWeight: 600,
  },
  { tag: [tags.string, tags.number], color: "var(--sides)" },
  { tag: tags.comment, color: "var(--quiet)", fontStyle: "italic" },
  {
    tag: tags.definition(tags.function(tags.variableName)),
    color: "var(--path)",
    fontWeight: 600,
  },
]);
const theme = EditorView.theme({
  "&": { color: "var(--ink)", fontSize: "0.85rem", maxHeight: "max(20rem, 100dvh - 22rem)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "ui-monospace, monospace", lineHeight: 1.5, overflow: "auto" },
  ".cm-gutters": {
    color: "var(--quiet)",
    backgroundColor: "var(--card)",
    borderRight: "1px solid var(--hair)",
  },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".lit, .wrong": { colorScheme: "light", color: "#1d2433", backgroundColor: "var(--been)" },
  ".lit *, .wrong *": { color: "inherit" },
  ".wrong": { backgroundColor: "#ffd2c9", boxShadow: "inset 4px 0 #a3161f" },
});

/**
 * Make an editor in a box.
 * @param {HTMLElement} box
 * @param {{text: string, name: string, onchange: () => void}} wishes
 */
export function makeEditor(box, { text, name, onchange }) {
  // In a tree of its own its style needs no element, which the page's policy forbids.
  const root = box.attachShadow({ mode: "open" });
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        python(),
        indentUnit.of("    "),
        syntaxHighlighting(style),
        theme,
        keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": name }),
        EditorView.updateListener.of((change) => change.docChanged && onchange()),
        lit,
      ],
    }),
  });
  return {
    get text() {
      return view.state.doc.toString();
    },
    /** @param {string} next */
    set text(next) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
    },
    /**
     * @param {number} line - 0 for none
     * @param {string} look - a class
     */
    light(line, look) {
      view.dispatch({ effects: light.of({ line, look }) });
      if (line < 1 || line > view.state.doc.lines) return;
      const at = view.state.doc.line(line).from;
      const { top, height } = view.lineBlockAt(at);
      const { scrollTop, clientHeight } = view.scrollDOM;
      if (top < scrollTop) view.scrollDOM.scrollTop = top;
      else if (top + height > scrollTop + clientHeight)
        view.scrollDOM.scrollTop = top + height - clientHeight;
    },
    close: () => view.destroy(),
  };
}
