import type { JSX } from 'preact';
import { listHash, objectHash } from '../../route/route';
import type { Session } from '../../session/session';
import { cut, few } from '../../ui/bounds';
import type { Fact } from './fact';

export interface FactListProps {
  readonly session: Session;
  readonly facts: readonly Fact[];
  /** That of the object, for links without one. */
  readonly namespace: string;
}

export function FactList({ session, facts, namespace }: FactListProps): JSX.Element {
  const { shown, more } = few(facts);
  return (
    <dl class="facts">
      {shown.map((fact, index) => (
        <div key={index}>
          <dt>{fact.label}</dt>
          <dd>
            <Value session={session} fact={fact} namespace={namespace} />
          </dd>
        </div>
      ))}
      {more !== '' && (
        <div>
          <dd class="muted">{more}</dd>
        </div>
      )}
    </dl>
  );
}

interface ValueProps {
  readonly session: Session;
  readonly fact: Fact;
  readonly namespace: string;
}

function Value({ session, fact, namespace }: ValueProps): JSX.Element {
  const { tone, link, list } = fact;
  const value = cut(fact.value);
  const kind = link?.resource ?? list?.resource;
  const target = kind === undefined ? undefined : session.find(kind);
  if (list !== undefined && target !== undefined) {
    const { labels = '', fields = '' } = list;
    return <a href={listHash(target, { namespace: list.namespace ?? namespace, labels, fields })}>{value}</a>;
  }
  if (link !== undefined && target !== undefined)
    return <a href={objectHash(target, link.namespace ?? namespace, link.name)}>{value}</a>;
  return tone === undefined || tone === '' || value.length > 40 ? (
    <>{value}</>
  ) : (
    <span class={`badge ${tone}`}>{value}</span>
  );
}
