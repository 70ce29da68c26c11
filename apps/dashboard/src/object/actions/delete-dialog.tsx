import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { failureOf } from '../../api/failure';
import type { ApiObject } from '../../api/object';
import { deleteObject, type Propagation } from '../../delete/delete-object';
import { DeletionOptions } from '../../delete/deletion-options';
import type { ObjectAddress } from '../../live/live-object';
import type { Session } from '../../session/session';
import { Dialog } from '../../ui/dialog';
import { Notice } from '../../ui/notice';

export interface DeleteDialogProps {
  readonly session: Session;
  readonly address: ObjectAddress;
  readonly object: ApiObject;
  readonly onClose: () => void;
}

/** Deletes the object that is shown, and no other one that got its name meanwhile. */
export function DeleteDialog({ session, address, object, onClose }: DeleteDialogProps): JSX.Element {
  const [propagation, setPropagation] = useState<Propagation>('Background');
  const [problem, setProblem] = useState('');
  const run = async (): Promise<void> => {
    try {
      await deleteObject(session.client, { ...address, uid: object.metadata.uid }, propagation);
      onClose();
    } catch (error) {
      setProblem(failureOf(error).message);
    }
  };
  return (
    <Dialog
      title={`Delete ${address.resource.kind} ${address.name}`}
      onClose={onClose}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="button" class="button danger" onClick={() => void run()}>
            Delete
          </button>
        </>
      }
    >
      <DeletionOptions resource={address.resource} propagation={propagation} onPropagation={setPropagation} />
      {problem !== '' && <Notice tone="bad">{problem}</Notice>}
    </Dialog>
  );
}
