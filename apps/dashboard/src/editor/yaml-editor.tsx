import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ApiObject } from '../api/object';
import type { ObjectAddress } from '../live/live-object';
import type { Session } from '../session/session';
import { Notice } from '../ui/notice';
import { changedBy } from './changed-by';
import { LookButtons } from './look-buttons';
import { ProblemNotice } from './problems/problem-notice';
import { ReviewDialog } from './review-dialog';
import { type Draft, useDraft } from './use-draft';
import { useYamlView } from './use-yaml-view';
import { yamlOf } from './yaml-text';
import './editor.css';

export interface YamlEditorProps {
  readonly session: Session;
  readonly address: ObjectAddress;
  readonly object: ApiObject;
  /** As it was when the page was opened. */
  readonly opened: ApiObject;
}

/** The object as text. Until it is edited it follows the server. */
export function YamlEditor({ session, address, object, opened }: YamlEditorProps): JSX.Element {
  const mayEdit = session.may('update', address.resource, address.namespace, address.name);
  const draft = useDraft(session, address, object);
  const [showsManagers, setShowsManagers] = useState(false);
  const base = yamlOf(draft.base);
  const { host, isEdited, text, setText, stored } = useYamlView({
    client: session.client,
    resource: address.resource,
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
        onRebase={() => setText(draft.rebase(text(), object))}
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
}

function Messages({ draft, object, isNewer, onRebase }: MessagesProps): JSX.Element | null {
  const { problems } = draft;
  if (problems.length === 0 && !isNewer) return null;
  return (
    <div class="editor-messages">
      {problems.length > 0 && !draft.hasConflict && <ProblemNotice problems={problems} />}
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
