import type { JSX } from 'preact';
import type { ApiObject } from '../api/object';
import type { Resource } from '../api/resource';
import { objectHash } from '../route/route';
import type { Session } from '../session/session';
import { Card } from '../ui/card';
import type { Fact } from './facts/fact';
import { factsOf } from './facts/facts';

export interface FactsCardProps {
  readonly session: Session;
  readonly resource: Resource;
  readonly object: ApiObject;
}

/** What matters most about an object of its kind. */
export function FactsCard({ session, resource, object }: FactsCardProps): JSX.Element | null {
  const facts = factsOf(resource, object);
  if (facts.length === 0) return null;
  return (
    <Card title="Summary">
      <dl class="facts">
        {facts.map((fact, index) => (
          <div key={index}>
            <dt>{fact.label}</dt>
            <dd>
              <Value session={session} fact={fact} namespace={object.metadata.namespace ?? ''} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Value({
  session,
  fact,
  namespace,
}: {
  readonly session: Session;
  readonly fact: Fact;
  readonly namespace: string;
}): JSX.Element {
  const { value, tone, link } = fact;
  const target = link === undefined ? undefined : session.find(link.resource);
  if (link !== undefined && target !== undefined)
    return <a href={objectHash(target, link.namespace ?? namespace, link.name)}>{value}</a>;
  return tone === undefined || tone === '' || value.length > 40 ? (
    <>{value}</>
  ) : (
    <span class={`badge ${tone}`}>{value}</span>
  );
}
