import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Row } from '../api/table';
import type { Resource } from '../api/resource';
import type { Session } from '../session/session';
import { Icon } from '../ui/icon';
import { DeleteMarkedDialog } from './delete-marked-dialog';
import type { Marks } from './use-marks';

export interface MarkedBarProps {
  readonly session: Session;
  readonly resource: Resource;
  readonly marks: Marks;
}

/** What can be done with the marked rows. */
export function MarkedBar({ session, resource, marks }: MarkedBarProps): JSX.Element | null {
  /** Those that the dialog was opened for. */
  const [deleted, setDeleted] = useState<readonly Row[]>([]);
  const { size } = marks.rows;
  return (
    <>
      {size > 0 && (
        <div class="list-marked">
          <span role="status">{size} selected</span>
          <button type="button" class="button danger" onClick={() => setDeleted([...marks.rows.values()])}>
            <Icon name="trash" />
            Delete selected…
          </button>
          <button type="button" class="button plain" onClick={() => marks.replace([])}>
            Select none
          </button>
        </div>
      )}
      {deleted.length > 0 && (
        <DeleteMarkedDialog session={session} resource={resource} rows={deleted} onClose={() => setDeleted([])} />
      )}
    </>
  );
}
