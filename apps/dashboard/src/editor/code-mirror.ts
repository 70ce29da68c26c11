import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, foldGutter, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, linter, lintGutter } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { parseDocument } from 'yaml';

const theme = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--surface)', fontSize: '12.5px', height: '100%' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-gutters': { color: 'var(--muted)', backgroundColor: 'var(--surface)', borderRight: '1px solid var(--border)' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--hover) 60%, transparent)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--selected)',
  },
  '.cm-tooltip': { color: 'var(--text)', backgroundColor: 'var(--raised)', border: '1px solid var(--border)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { color: 'var(--text)', backgroundColor: 'var(--selected)' },
  // Instead of pictures in data URLs, which the content security policy refuses.
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--bad)' },
  '.cm-lint-marker-error': {
    content: 'normal',
    width: '8px',
    height: '8px',
    borderRadius: '50%',
    background: 'var(--bad)',
  },
  '.cm-changedLine': { backgroundColor: 'var(--good-tint) !important' },
  '.cm-deletedChunk': { backgroundColor: 'var(--bad-tint) !important' },
  '.cm-changedText': { background: 'none !important', textDecoration: 'underline', textDecorationColor: 'var(--good)' },
  '.cm-deletedText': { background: 'none !important', textDecoration: 'underline', textDecorationColor: 'var(--bad)' },
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"…" !important' },
  '.cm-collapsedLines': { color: 'var(--muted)', background: 'var(--hover)' },
});

const colors = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: [tags.comment, tags.meta], color: 'var(--muted)' },
]);

/** Marks where the text is not YAML. */
const yamlErrors = linter(({ state }): Diagnostic[] => {
  const text = state.doc.toString();
  return parseDocument(text).errors.map(({ pos: [from, to], message }) => ({
    from: Math.min(from, text.length),
    to: Math.min(Math.max(to, from), text.length),
    severity: 'error',
    message: message.split('\n')[0] ?? message,
  }));
});

const shown: readonly Extension[] = [
  lineNumbers(),
  foldGutter(),
  yaml(),
  syntaxHighlighting(colors),
  theme,
  drawSelection(),
  bracketMatching(),
];

/** For text that is only looked at. */
export const readOnly: readonly Extension[] = [
  ...shown,
  EditorState.readOnly.of(true),
  EditorView.contentAttributes.of({ 'aria-label': 'YAML', 'aria-readonly': 'true', tabindex: '0' }),
];

/** For text that is changed. */
export const editable: readonly Extension[] = [
  ...shown,
  history(),
  indentOnInput(),
  highlightActiveLine(),
  lintGutter(),
  yamlErrors,
  keymap.of([indentWithTab, ...defaultKeymap, ...historyKeymap]),
  EditorView.contentAttributes.of({ 'aria-label': 'YAML', tabindex: '0' }),
];

/**
 * Opens an editor in a shadow root of `host`: there its style sheets are constructed ones, which the content security policy of the page allows.
 */
export function openEditor(host: HTMLElement, doc: string, extensions: readonly Extension[]): EditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  return new EditorView({ root, parent: root, state: EditorState.create({ doc, extensions }) });
}
