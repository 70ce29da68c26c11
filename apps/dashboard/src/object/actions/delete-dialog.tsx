import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { failureOf } from '../../api/failure';
import type { ApiObject } from '../../api/object';
import type { ObjectAddress } from '../../live/live-object';
import type { Session } from '../../session/session';
import { Dialog } from '../../ui/dialog';
import { Notice } from '../../ui/notice';
import { objectPath } from './requests';

const POLICIES = [
  ['Background', 'The object now, what it owns afterwards'],
  ['Foreground', 'First what it owns, then the object'],
  ['Orphan', 'Only the object: what it owns stays'],
] as const;

type Policy = (typeof POLICIES)[number][0];

export interface DeleteDialogProps {
  readonly session: Session;
  readonly address: ObjectAddress;
  readonly object: ApiObject;
  readonly onClose: () => void;
}

/** Deletes the object that is shown, and no other one that got its name meanwhile. */
export function DeleteDialog({ session, address, object, onClose }: DeleteDialogProps): JSX.Element {
  const [propagationPolicy, setPolicy] = useState<Policy>('Background');
  const [problem, setProblem] = useState('');
  const run = async (): Promise<void> => {
    try {
      const preconditions = { uid: object.metadata.uid };
      const body = { apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy, preconditions };
      await session.client.json(objectPath(address), { method: 'DELETE', body });
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
      {address.resource.resource === 'namespaces' && (
        <Notice tone="warn">Everything in the namespace is deleted too.</Notice>
      )}
      {address.resource.resource === 'customresourcedefinitions' && (
        <Notice tone="warn">All objects of the kind it defines are deleted too.</Notice>
      )}
      <fieldset class="choices">
        <legend>What it owns</legend>
        {POLICIES.map(([policy, meaning]) => (
          <label key={policy}>
            <input
              type="radio"
              name="policy"
              checked={policy === propagationPolicy}
              onChange={() => setPolicy(policy)}
            />{' '}
            {policy}
            <span class="muted"> {meaning}</span>
          </label>
        ))}
      </fieldset>
      {problem !== '' && <Notice tone="bad">{problem}</Notice>}
    </Dialog>
  );
}
