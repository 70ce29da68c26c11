import { type ReadonlySignal, useSignal } from '@preact/signals';
import { Compartment } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ManagedFields } from '../api/object';
import { changeBetween } from '../form/text/edit-text';
import type { SchemaReader } from '../schema/kind-schema';
import { editable, openEditor, readOnly } from './code-mirror';
import { ownerGutter } from './managed/owner-gutter';
import type { FieldProblem } from '../api/field-problems';
import { serverProblems, showProblems } from './problems/server-problems';
import { fieldCompletion } from './completion/completion';

export interface YamlViewOptions {
  /** Of the kind, for completion. */
  readonly readSchema: SchemaReader;
  readonly mayEdit: boolean;
  /** The text at first; later what edits are compared with. */
  readonly base: string;
  /** Marked at their fields. */
  readonly problems: readonly FieldProblem[];
  /** Whose managers are named before the lines; undefined: none. */
  readonly managedFields: readonly ManagedFields[] | undefined;
}

export interface YamlView {
  /** For the element that holds the editor. */
  readonly host: RefObject<HTMLDivElement | null>;
  readonly isEdited: boolean;
  readonly text: () => string;
  /** The text, for what is rendered again when it changes. */
  readonly shown: ReadonlySignal<string>;
  readonly setText: (text: string) => void;
  readonly focus: () => void;
  /** The text is now that of the server. */
  readonly stored: () => void;
}

/** The text of an object in an editor. */
export function useYamlView(options: YamlViewOptions): YamlView {
  const { readSchema, mayEdit, base, problems, managedFields } = options;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | undefined>(undefined);
  const managers = useRef(new Compartment());
  const [isEdited, setEdited] = useState(false);
  const shown = useSignal(base);
  const latestBase = useRef(base);
  latestBase.current = base;
  useEffect(() => {
    if (host.current === null) return undefined;
    const watchEdits = EditorView.updateListener.of(({ state, docChanged }) => {
      if (!docChanged) return;
      shown.value = state.doc.toString();
      setEdited(shown.value !== latestBase.current);
    });
    const editor = openEditor(host.current, base, [
      ...(mayEdit ? [...editable, fieldCompletion(readSchema)] : readOnly),
      watchEdits,
      serverProblems,
      managers.current.of([]),
    ]);
    view.current = editor;
    shown.value = base;
    return () => editor.destroy();
  }, [mayEdit]);
  useEffect(() => {
    if (view.current !== undefined) showProblems(view.current, problems);
  }, [mayEdit, problems]);
  useEffect(() => {
    const shown = managedFields === undefined ? [] : ownerGutter(managedFields);
    view.current?.dispatch({ effects: managers.current.reconfigure(shown) });
  }, [mayEdit, managedFields]);
  const text = (): string => view.current?.state.doc.toString() ?? '';
  return {
    host,
    isEdited,
    text,
    shown,
    setText: (next) => {
      if (view.current === undefined || text() === next) return;
      view.current.dispatch({ changes: changeBetween(text(), next) });
    },
    focus: () => view.current?.focus(),
    stored: () => setEdited(false),
  };
}
