import type { JSX } from 'preact';
import type { ApiObject } from '../api/object';
import type { Resource } from '../api/resource';
import type { Session } from '../session/session';
import { Card } from '../ui/card';
import { FactList } from './facts/fact-list';
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
      <FactList session={session} facts={facts} namespace={object.metadata.namespace ?? ''} />
    </Card>
  );
}
