import type { ComponentChildren, JSX } from 'preact';
import { objectHash } from '../../route/route';
import type { Owned } from './find-owned';
import type { Ancestor } from './owner-chain';
import { type OwnedNode, ownedTree } from './owned-tree';
import type { Relative } from './relative';

export interface FamilyTreeProps {
  readonly self: Relative;
  /** The topmost first. */
  readonly owners: readonly Ancestor[];
  readonly owned: Owned | undefined;
}

/** Owners above the object, owned objects below it. */
export function FamilyTree({ self, owners, owned }: FamilyTreeProps): JSX.Element {
  const namespace = self.object.metadata.namespace ?? '';
  const tree = owners.reduceRight<JSX.Element>(
    (below, owner) => <Branch label={<OwnerLabel owner={owner} namespace={namespace} />}>{below}</Branch>,
    <Branch label={<strong aria-current="true">{textOf(self)}</strong>}>
      {owned !== undefined && <Owns owned={ownedTree(self.object.metadata.uid ?? '', owned.byOwner)} />}
    </Branch>,
  );
  return <div class="family">{tree}</div>;
}

/** One object, and what is below it. */
function Branch({
  label,
  children,
}: {
  readonly label: ComponentChildren;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <ul>
      <li>
        {label}
        {children}
      </li>
    </ul>
  );
}

const textOf = ({ resource, object }: Relative): string => `${resource.kind} ${object.metadata.name}`;

function OwnerLabel({ owner, namespace }: { readonly owner: Ancestor; readonly namespace: string }): JSX.Element {
  const { reference, resource, state } = owner;
  const text = `${reference.kind} ${reference.name}`;
  if (state === 'gone') {
    return (
      <>
        {text} <span class="badge warn">gone</span>
      </>
    );
  }
  if (resource === undefined) return <>{text}</>;
  return <a href={objectHash(resource, resource.namespaced ? namespace : '', reference.name)}>{text}</a>;
}

function Owns({ owned }: { readonly owned: Pick<OwnedNode, 'children' | 'hidden'> }): JSX.Element | null {
  const { children, hidden } = owned;
  if (children.length === 0) return null;
  return (
    <ul>
      {children.map((node) => {
        const { uid, name, namespace = '', deletionTimestamp } = node.object.metadata;
        return (
          <li key={`${node.resource.group}/${node.resource.resource}/${uid}`}>
            <a href={objectHash(node.resource, namespace, name)}>{textOf(node)}</a>
            {deletionTimestamp !== undefined && <span class="badge warn">Terminating</span>}
            <Owns owned={node} />
          </li>
        );
      })}
      {hidden > 0 && <li class="muted">and {hidden} more</li>}
    </ul>
  );
}
