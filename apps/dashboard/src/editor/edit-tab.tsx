import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ApiObject } from '../api/object';
import type { ObjectAddress } from '../live/live-object';
import type { Session } from '../session/session';
import { Icon } from '../ui/icon';
import { Notice } from '../ui/notice';
import type { EditorTab } from './editor-panes';

export interface EditTabProps {
  readonly session: Session;
  readonly tab: EditorTab;
  readonly address: ObjectAddress;
  readonly object: ApiObject;
  /** As it was when the page was opened. */
  readonly opened: ApiObject;
  /** Given while only the metadata are here: asks for the rest. */
  readonly onReveal?: () => void;
}

type Editor = typeof import('./object-editor').ObjectEditor;

/** Loads the editor, which is larger than the rest of the page, when it is needed. */
export function EditTab({ onReveal, ...props }: EditTabProps): JSX.Element {
  const [editor, setEditor] = useState<{ readonly component: Editor } | undefined>(undefined);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    import('./object-editor').then(
      ({ ObjectEditor }) => setEditor({ component: ObjectEditor }),
      () => setMissing(true),
    );
  }, []);
  if (onReveal !== undefined) {
    return (
      <div class="object-notices">
        <div>
          <button type="button" class="button" onClick={onReveal}>
            <Icon name="eye" />
            Show the Secret with its values
          </button>
        </div>
      </div>
    );
  }
  if (isMissing)
    return (
      <Notice tone="bad">The editor could not be loaded. Reload the page: the server may have been updated.</Notice>
    );
  if (editor === undefined) return <p class="empty">Loading…</p>;
  const Component = editor.component;
  return <Component {...props} />;
}
