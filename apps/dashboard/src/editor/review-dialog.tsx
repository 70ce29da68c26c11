import type { JSX } from 'preact';
import { Dialog } from '../ui/dialog';
import { Notice } from '../ui/notice';
import type { OwnedField } from './field-managers';
import { TextDiff } from './text-diff';

export interface ReviewDialogProps {
  readonly before: string;
  /** As the server would store it. */
  readonly after: string;
  readonly owned: readonly OwnedField[];
  readonly isBusy: boolean;
  readonly onApply: () => void;
  readonly onClose: () => void;
}

/** What the server would store, compared with what it has. */
export function ReviewDialog({ before, after, owned, isBusy, onApply, onClose }: ReviewDialogProps): JSX.Element {
  const isSame = before === after;
  return (
    <Dialog
      title="Review changes"
      isWide
      onClose={onClose}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            Back
          </button>
          <button type="button" class="button primary" disabled={isBusy || isSame} onClick={onApply}>
            Apply
          </button>
        </>
      }
    >
      <p class="muted">The server checked the change and would store this. Nothing is stored yet.</p>
      {owned.length > 0 && (
        <Notice tone="warn">
          Others manage fields that you change, and may change them back:{' '}
          {owned.map(({ path, managers }) => `${path} (${managers.join(', ')})`).join('; ')}
        </Notice>
      )}
      {isSame ? <p>Nothing would change.</p> : <TextDiff before={before} after={after} />}
    </Dialog>
  );
}
