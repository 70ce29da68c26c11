import { Compartment } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ApiClient } from '../api/client';
import type { ManagedFields } from '../api/object';
import type { Resource } from '../api/resource';
import { editable, openEditor, readOnly } from './code-mirror';
import { ownerGutter } from './managed/owner-gutter';
import type { FieldProblem } from './problems/field-problems';
import { serverProblems, showProblems } from './problems/server-problems';
import { fieldCompletion } from './schema/completion';

export interface YamlViewOptions {
  readonly client: ApiClient;
  readonly resource: Resource;
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
  readonly setText: (text: string) => void;
  /** The text is now that of the server. */
  readonly stored: () => void;
}

/** The text of an object in an editor. */
export function useYamlView(options: YamlViewOptions): YamlView {
  const { client, resource, mayEdit, base, problems, managedFields } = options;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | undefined>(undefined);
  const managers = useRef(new Compartment());
  const [isEdited, setEdited] = useState(false);
  const latestBase = useRef(base);
  latestBase.current = base;
  useEffect(() => {
    if (host.current === null) return undefined;
    const watchEdits = EditorView.updateListener.of(({ state, docChanged }) => {
      if (docChanged) setEdited(state.doc.toString() !== latestBase.current);
    });
    const editor = openEditor(host.current, base, [
      ...(mayEdit ? [...editable, fieldCompletion(client, resource)] : readOnly),
      watchEdits,
      serverProblems,
      managers.current.of([]),
    ]);
    view.current = editor;
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
    setText: (next) => {
      if (view.current === undefined || text() === next) return;
      view.current.dispatch({ changes: { from: 0, to: view.current.state.doc.length, insert: next } });
    },
    stored: () => setEdited(false),
  };
}
