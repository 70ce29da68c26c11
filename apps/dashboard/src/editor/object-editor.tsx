import type { ComponentChildren, JSX } from 'preact';
import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ApiObject } from '../api/object';
import type { FieldPath } from '../form/text/edit';
import type { ObjectAddress } from '../live/live-object';
import { schemaReader } from '../schema/kind-schema';
import type { Session } from '../session/session';
import { Notice } from '../ui/notice';
import { changedBy } from './changed-by';
import { EditorPanes, type EditorTab } from './editor-panes';
import { LookButtons } from './look-buttons';
import { ProblemNotice } from './problems/problem-notice';
import { ReviewDialog } from './review-dialog';
import { type Draft, useDraft } from './use-draft';
import { useYamlView } from './use-yaml-view';
import { yamlOf } from './yaml-text';
import './editor.css';

export interface ObjectEditorProps {
  readonly session: Session;
  readonly tab: EditorTab;
  readonly address: ObjectAddress;
  readonly object: ApiObject;
  /** As it was when the page was opened. */
  readonly opened: ApiObject;
}

/** The object as text, and as a form. Until it is edited it follows the server. */
export function ObjectEditor({ session, tab, address, object, opened }: ObjectEditorProps): JSX.Element {
  const mayEdit = session.may('update', address.resource, address.namespace, address.name);
  const draft = useDraft(session, address, object);
  const [showsManagers, setShowsManagers] = useState(false);
  const base = yamlOf(draft.base);
  const readSchema = useMemo(() => schemaReader(session.client, address.resource), [session, address.resource]);
  const target = useSignal<FieldPath | undefined>(undefined);
  const { host, isEdited, shown, text, setText, stored } = useYamlView({
    readSchema,
    mayEdit,
    base,
    problems: draft.problems,
    managedFields: showsManagers ? draft.base.metadata.managedFields : undefined,
  });
  const isNewer = object.metadata.resourceVersion !== draft.base.metadata.resourceVersion;
  useEffect(() => {
    if (isNewer && !isEdited) draft.startFrom(object);
    if (!isEdited) setText(base);
  });
  return (
    <div class="editor">
      <Bar mayEdit={mayEdit} isEdited={isEdited} draft={draft} text={text} onDiscard={() => setText(base)}>
        <LookButtons opened={opened} object={object} showsManagers={showsManagers} onManagers={setShowsManagers} />
      </Bar>
      <Messages
        draft={draft}
        object={object}
        isNewer={isNewer && isEdited}
        {...(tab === 'form' && { onGoTo: (path: FieldPath) => (target.value = path) })}
        onRebase={() => setText(draft.rebase(text(), object))}
      />
      <EditorPanes
        tab={tab}
        host={host}
        readSchema={readSchema}
        resource={address.resource}
        stored={draft.base}
        text={shown}
        onText={setText}
        problems={draft.problems}
        target={target}
      />
      {draft.review !== undefined && (
        <ReviewDialog
          before={base}
          {...draft.review}
          isBusy={draft.isBusy}
          onClose={draft.cancelReview}
          onApply={() => {
            void draft.apply().then((isStored) => {
              if (isStored) stored();
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
  /** Buttons for what is shown. */
  readonly children: ComponentChildren;
}

function Bar({ mayEdit, isEdited, draft, text, onDiscard, children }: BarProps): JSX.Element {
  return (
    <div class="editor-bar">
      <span class="muted">
        {mayEdit ? (isEdited ? 'Edited' : 'Live: follows the server until you edit') : 'You may not change this object'}
      </span>
      {children}
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
  readonly onGoTo?: (path: FieldPath) => void;
}

function Messages({ draft, object, isNewer, onRebase, onGoTo }: MessagesProps): JSX.Element | null {
  const { problems } = draft;
  if (problems.length === 0 && !isNewer) return null;
  return (
    <div class="editor-messages">
      {problems.length > 0 && !draft.hasConflict && <ProblemNotice problems={problems} {...(onGoTo && { onGoTo })} />}
      {(isNewer || draft.hasConflict) && (
        <Notice tone="warn">
          {changedBy(draft.base, object) || 'Another client'} changed the object since you began.{' '}
          <button type="button" class="button" onClick={onRebase}>
            Put my changes on the new version
          </button>
        </Notice>
      )}
    </div>
  );
}
