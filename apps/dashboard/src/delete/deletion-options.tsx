import type { JSX } from 'preact';
import type { Resource } from '../api/resource';
import { Notice } from '../ui/notice';
import type { Propagation } from './delete-object';

const POLICIES: readonly (readonly [policy: Propagation, meaning: string])[] = [
  ['Background', 'The object now, what it owns afterwards'],
  ['Foreground', 'First what it owns, then the object'],
  ['Orphan', 'Only the object: what it owns stays'],
];

export interface DeletionOptionsProps {
  readonly resource: Resource;
  readonly propagation: Propagation;
  readonly onPropagation: (propagation: Propagation) => void;
}

/** What else a deletion of objects of the kind deletes. */
export function DeletionOptions({ resource, propagation, onPropagation }: DeletionOptionsProps): JSX.Element {
  return (
    <>
      {resource.resource === 'namespaces' && <Notice tone="warn">Everything in the namespace is deleted too.</Notice>}
      {resource.resource === 'customresourcedefinitions' && (
        <Notice tone="warn">All objects of the kind it defines are deleted too.</Notice>
      )}
      <fieldset class="choices">
        <legend>What it owns</legend>
        {POLICIES.map(([policy, meaning]) => (
          <label key={policy}>
            <input type="radio" name="policy" checked={policy === propagation} onChange={() => onPropagation(policy)} />{' '}
            {policy}
            <span class="muted"> {meaning}</span>
          </label>
        ))}
      </fieldset>
    </>
  );
}
