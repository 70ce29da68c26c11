import type { JSX } from 'preact';
import type { LiveTable } from '../live/live-table';
import { Notice } from '../ui/notice';

/** What the user must know about the rows: that they are old, not all, or missing. */
export function ListMessages({
  table,
  isArranged,
}: {
  readonly table: LiveTable | undefined;
  readonly isArranged: boolean;
}): JSX.Element | null {
  if (table === undefined || table.state === 'loading') {
    return (
      <div class="list-messages">
        {table?.failure === undefined ? (
          <p class="muted">Loading…</p>
        ) : (
          <Notice tone="warn">{table.failure.message} Trying again.</Notice>
        )}
      </div>
    );
  }
  const isPartial = !table.isComplete && isArranged;
  if (table.failure === undefined && !isPartial) return null;
  return (
    <div class="list-messages">
      {table.failure !== undefined && (
        <Notice tone={table.state === 'failed' ? 'bad' : 'warn'}>
          {table.failure.message}
          {table.state === 'behind' && ' What is shown may be out of date; trying again.'}
        </Notice>
      )}
      {isPartial && (
        <Notice>
          Sorted and filtered among the {table.rows.size} objects loaded of {table.total}.
          <button type="button" class="button" disabled={table.isLoadingMore} onClick={() => void table.loadMore(true)}>
            {table.isLoadingMore ? 'Loading…' : 'Load all'}
          </button>
        </Notice>
      )}
    </div>
  );
}
