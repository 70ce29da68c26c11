import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Resource } from '../api/resource';
import type { Row } from '../api/table';
import { deleteAll, type DeleteProgress } from '../delete/delete-all';
import type { Propagation } from '../delete/delete-object';
import { DeletionOptions } from '../delete/deletion-options';
import { titleOf } from '../kinds/sections';
import type { Session } from '../session/session';
import { few } from '../ui/bounds';
import { Dialog } from '../ui/dialog';
import { Notice } from '../ui/notice';

export interface DeleteMarkedDialogProps {
  readonly session: Session;
  readonly resource: Resource;
  readonly rows: readonly Row[];
  readonly onClose: () => void;
}

/** Deletes the rows; closing it stops what is not yet sent. */
export function DeleteMarkedDialog({ session, resource, rows, onClose }: DeleteMarkedDialogProps): JSX.Element {
  const [propagation, setPropagation] = useState<Propagation>('Background');
  const [progress, setProgress] = useState<DeleteProgress | undefined>(undefined);
  const stop = useMemo(() => new AbortController(), []);
  useEffect(() => () => stop.abort(), [stop]);
  const run = async (): Promise<void> => {
    setProgress({ deleted: 0, failures: [] });
    const targets = rows.map(({ namespace, name, uid }) => ({ resource, namespace, name, uid }));
    const { failures } = await deleteAll(session.client, targets, propagation, stop.signal, setProgress);
    if (failures.length === 0) onClose();
  };
  const isDone = progress !== undefined && progress.deleted + progress.failures.length === rows.length;
  return (
    <Dialog
      title={`Delete ${rows.length} ${rows.length === 1 ? resource.kind : titleOf(resource)}`}
      onClose={onClose}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            {progress === undefined ? 'Cancel' : isDone ? 'Close' : 'Stop'}
          </button>
          <button type="button" class="button danger" disabled={progress !== undefined} onClick={() => void run()}>
            Delete {rows.length}
          </button>
        </>
      }
    >
      <Names rows={rows} />
      {progress === undefined ? (
        <DeletionOptions resource={resource} propagation={propagation} onPropagation={setPropagation} />
      ) : (
        <Progress progress={progress} all={rows.length} />
      )}
    </Dialog>
  );
}

function Names({ rows }: { readonly rows: readonly Row[] }): JSX.Element {
  const { shown, more } = few(rows);
  return (
    <div class="list-names" role="region" aria-label="Objects" tabIndex={0}>
      <ul>
        {shown.map(({ key }) => (
          <li key={key}>{key}</li>
        ))}
      </ul>
      {more !== '' && <p class="muted">and {rows.length - shown.length} more</p>}
    </div>
  );
}

function Progress({ progress, all }: { readonly progress: DeleteProgress; readonly all: number }): JSX.Element {
  const { deleted, failures } = progress;
  return (
    <>
      <p role="status">
        Deleted {deleted} of {all}.
      </p>
      {failures.length > 0 && (
        <Notice tone="bad">
          {few(failures).shown.map(({ target: { namespace, name }, message }) => (
            <p key={`${namespace}/${name}`}>
              {name}: {message}
            </p>
          ))}
        </Notice>
      )}
    </>
  );
}
