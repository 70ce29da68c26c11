import type { JSX } from 'preact';
import { titleOf } from '../kinds/sections';
import { Notice } from '../ui/notice';
import type { ScanProgress } from './scan-kinds';

/** Objects that a page of a scan shows. */
export const MOST_SHOWN = 500;

export const isDone = (progress: ScanProgress<unknown> | undefined): boolean =>
  progress !== undefined && progress.kindsDone === progress.kinds;

/** Says how far the scan is; starts the next one when it is done. */
export function ScanButton({
  progress,
  onAgain,
}: {
  readonly progress: ScanProgress<unknown> | undefined;
  readonly onAgain: () => void;
}): JSX.Element {
  const isReady = isDone(progress);
  return (
    <button type="button" class="button" disabled={!isReady} onClick={onAgain}>
      {isReady ? 'Look again' : `Looking at ${progress?.kindsDone ?? 0} of ${progress?.kinds ?? 0} kinds…`}
    </button>
  );
}

/** What the scan did not see. @param order which of the found objects are shown when there are too many. */
export function Gaps({
  progress,
  order,
}: {
  readonly progress: ScanProgress<unknown>;
  readonly order: string;
}): JSX.Element | null {
  const { partial, unread, found } = progress;
  if (partial.length + unread.length === 0 && found.length <= MOST_SHOWN) return null;
  return (
    <Notice tone="warn">
      {partial.length > 0 && <p>Only the first 5,000 were looked at of: {partial.map(titleOf).join(', ')}.</p>}
      {unread.length > 0 && <p>Could not be read: {unread.map(titleOf).join(', ')}.</p>}
      {found.length > MOST_SHOWN && <p>The {order} 500 are shown.</p>}
    </Notice>
  );
}
