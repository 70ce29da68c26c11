import { EditorView } from '@codemirror/view';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ApiObject } from '../api/object';
import type { ObjectAddress } from '../live/live-object';
import type { Session } from '../session/session';
import { Notice } from '../ui/notice';
import { editable, openEditor, readOnly } from './code-mirror';
import { ReviewDialog } from './review-dialog';
import { fieldCompletion } from './schema/completion';
import { type Draft, useDraft } from './use-draft';
import { yamlOf } from './yaml-text';
import './editor.css';

export interface YamlEditorProps {
  readonly session: Session;
  readonly address: ObjectAddress;
  readonly object: ApiObject;
}

/** Replaces the whole text. */
function setText(view: EditorView | undefined, text: string): void {
  if (view === undefined || view.state.doc.toString() === text) return;
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}

/** The object as text. Until it is edited it follows the server. */
export function YamlEditor({ session, address, object }: YamlEditorProps): JSX.Element {
  const mayEdit = session.may('update', address.resource, address.namespace, address.name);
  const draft = useDraft(session, address, object);
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | undefined>(undefined);
  const [isEdited, setEdited] = useState(false);
  const base = yamlOf(draft.base);
  const latestBase = useRef(base);
  latestBase.current = base;
  useEffect(() => {
    if (host.current === null) return undefined;
    const watchEdits = EditorView.updateListener.of(({ state, docChanged }) => {
      if (docChanged) setEdited(state.doc.toString() !== latestBase.current);
    });
    const editor = openEditor(host.current, base, [
      ...(mayEdit ? [...editable, fieldCompletion(session.client, address.resource)] : readOnly),
      watchEdits,
    ]);
    view.current = editor;
    return () => editor.destroy();
  }, [mayEdit]);
  const isNewer = object.metadata.resourceVersion !== draft.base.metadata.resourceVersion;
  useEffect(() => {
    if (isNewer && !isEdited) draft.startFrom(object);
    if (!isEdited) setText(view.current, base);
  });
  const text = (): string => view.current?.state.doc.toString() ?? '';
  return (
    <div class="editor">
      <Bar
        mayEdit={mayEdit}
        isEdited={isEdited}
        draft={draft}
        text={text}
        onDiscard={() => setText(view.current, base)}
      />
      <Messages
        draft={draft}
        object={object}
        isNewer={isNewer && isEdited}
        onRebase={() => setText(view.current, draft.rebase(text(), object))}
      />
      <div class="editor-text" ref={host} />
      {draft.review !== undefined && (
        <ReviewDialog
          before={base}
          {...draft.review}
          isBusy={draft.isBusy}
          onClose={draft.cancelReview}
          onApply={() => {
            void draft.apply().then((isStored) => {
              if (isStored) setEdited(false);
            });
          }}
        />
      )}
    </div>
  );
}

interface BarProps {
  readonly mayEdit: boolean;
  readonly isEdited: boolean;
  readonly draft: Draft;
  readonly text: () => string;
  readonly onDiscard: () => void;
}

function Bar({ mayEdit, isEdited, draft, text, onDiscard }: BarProps): JSX.Element {
  return (
    <div class="editor-bar">
      <span class="muted">
        {mayEdit ? (isEdited ? 'Edited' : 'Live: follows the server until you edit') : 'You may not change this object'}
      </span>
      {mayEdit && (
        <>
          <button type="button" class="button" disabled={!isEdited} onClick={onDiscard}>
            Discard
          </button>
          <button
            type="button"
            class="button primary"
            disabled={!isEdited || draft.isBusy}
            onClick={() => void draft.check(text())}
          >
            Review changes
          </button>
        </>
      )}
    </div>
  );
}

interface MessagesProps {
  readonly draft: Draft;
  readonly object: ApiObject;
  readonly isNewer: boolean;
  readonly onRebase: () => void;
}

function Messages({ draft, object, isNewer, onRebase }: MessagesProps): JSX.Element | null {
  if (draft.problem === '' && !isNewer) return null;
  return (
    <div class="editor-messages">
      {draft.problem !== '' && !draft.hasConflict && <Notice tone="bad">{draft.problem}</Notice>}
      {(isNewer || draft.hasConflict) && (
        <Notice tone="warn">
          {changedBy(draft.base, object)} since you began.{' '}
          <button type="button" class="button" onClick={onRebase}>
            Put my changes on the new version
          </button>
        </Notice>
      )}
    </div>
  );
}

/** Who changed the object after `base`, by its managed fields. */
function changedBy(base: ApiObject, newest: ApiObject): string {
  const before = new Map(
    (base.metadata.managedFields ?? []).map((entry) => [
      `${entry.manager} ${entry.subresource}`,
      JSON.stringify(entry),
    ]),
  );
  const managers = (newest.metadata.managedFields ?? [])
    .filter((entry) => before.get(`${entry.manager} ${entry.subresource}`) !== JSON.stringify(entry))
    .map(({ manager, subresource }) => (subresource === undefined ? (manager ?? '') : `${manager} (${subresource})`));
  return managers.length === 0 ? 'The object changed' : `${[...new Set(managers)].join(', ')} changed the object`;
}
