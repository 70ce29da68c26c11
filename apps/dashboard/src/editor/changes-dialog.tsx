import type { JSX } from 'preact';
import type { ApiObject } from '../api/object';
import { Dialog } from '../ui/dialog';
import { changedBy } from './changed-by';
import { TextDiff } from './text-diff';
import { yamlOf } from './yaml-text';

export interface ChangesDialogProps {
  /** As it was when the page was opened. */
  readonly opened: ApiObject;
  readonly object: ApiObject;
  readonly onClose: () => void;
}

/** What changed in the object since the page was opened. */
export function ChangesDialog({ opened, object, onClose }: ChangesDialogProps): JSX.Element {
  const [before, after] = [yamlOf(opened), yamlOf(object)];
  const managers = changedBy(opened, object);
  return (
    <Dialog
      title="Changes since you opened this page"
      isWide
      onClose={onClose}
      foot={
        <button type="button" class="button" onClick={onClose}>
          Close
        </button>
      }
    >
      {before === after ? (
        <p>Nothing changed.</p>
      ) : (
        <>
          <p class="muted">
            {managers === '' ? 'The server does not say by whom.' : `Changed by ${managers}.`} It follows the server
            while it is open.
          </p>
          <TextDiff before={before} after={after} />
        </>
      )}
    </Dialog>
  );
}
