import { type Diagnostic, forceLinting, linter } from '@codemirror/lint';
import { type Extension, StateEffect, StateField } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { fieldPosition } from './field-position';
import type { FieldProblem } from '../../api/field-problems';

const setProblems = StateEffect.define<readonly Diagnostic[]>();

/** What the server refuses, until the text is edited. */
const problemsField = StateField.define<readonly Diagnostic[]>({
  create: () => [],
  update: (problems, { effects, docChanged }) => {
    const set = effects.find((effect) => effect.is(setProblems));
    if (set?.is(setProblems) === true) return set.value;
    return docChanged ? [] : problems;
  },
});

/** For editors in which `showProblems` marks fields. */
export const serverProblems: Extension = [
  problemsField,
  linter(({ state }) => state.field(problemsField), {
    needsRefresh: ({ startState, state }) => startState.field(problemsField) !== state.field(problemsField),
  }),
];

/** Marks the fields that the server refuses. */
export function showProblems(view: EditorView, problems: readonly FieldProblem[]): void {
  const text = view.state.doc.toString();
  const diagnostics = problems.map(({ path, message }): Diagnostic => {
    return { ...fieldPosition(text, path), severity: 'error', message };
  });
  view.dispatch({ effects: setProblems.of(diagnostics) });
  forceLinting(view);
}
