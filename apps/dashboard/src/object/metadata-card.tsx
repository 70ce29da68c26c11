import type { JSX } from 'preact';
import type { ApiObject, OwnerReference } from '../api/object';
import { objectHash } from '../route/route';
import type { Session } from '../session/session';
import { formatAge } from '../ui/age';
import { now } from '../ui/clock';
import { Card } from '../ui/card';

export function MetadataCard({
  session,
  object,
}: {
  readonly session: Session;
  readonly object: ApiObject;
}): JSX.Element {
  const { metadata } = object;
  const created = metadata.creationTimestamp ?? '';
  const owners = metadata.ownerReferences ?? [];
  const finalizers = metadata.finalizers ?? [];
  return (
    <Card title="Metadata">
      <dl class="facts">
        <div>
          <dt>Created</dt>
          <dd>
            <time dateTime={created} title={created}>
              {formatAge(created, now.value)} ago
            </time>
          </dd>
        </div>
        {owners.length > 0 && (
          <div>
            <dt>{owners.length === 1 ? 'Owner' : 'Owners'}</dt>
            <dd>
              {owners.map((owner) => (
                <Owner key={owner.uid} session={session} owner={owner} namespace={metadata.namespace ?? ''} />
              ))}
            </dd>
          </div>
        )}
        {finalizers.length > 0 && (
          <div>
            <dt>Finalizers</dt>
            <dd>{finalizers.join(', ')}</dd>
          </div>
        )}
        <Pairs label="Labels" pairs={metadata.labels} />
        <Annotations annotations={metadata.annotations} />
      </dl>
    </Card>
  );
}

function Owner({
  session,
  owner,
  namespace,
}: {
  readonly session: Session;
  readonly owner: OwnerReference;
  readonly namespace: string;
}): JSX.Element {
  const resource = session.ofKind(owner.apiVersion, owner.kind);
  const text = `${owner.kind} ${owner.name}`;
  return (
    <div>
      {resource === undefined ? (
        text
      ) : (
        <a href={objectHash(resource, resource.namespaced ? namespace : '', owner.name)}>{text}</a>
      )}
      {owner.controller === true && <span class="muted"> controls it</span>}
    </div>
  );
}

function Pairs({
  label,
  pairs,
}: {
  readonly label: string;
  readonly pairs?: Readonly<Record<string, string>> | undefined;
}): JSX.Element | null {
  const entries = Object.entries(pairs ?? {});
  if (entries.length === 0) return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd class="pairs">
        {entries.map(([name, value]) => (
          <span key={name} class="badge">
            {name}={value}
          </span>
        ))}
      </dd>
    </div>
  );
}

function Annotations({
  annotations,
}: {
  readonly annotations?: Readonly<Record<string, string>> | undefined;
}): JSX.Element | null {
  const entries = Object.entries(annotations ?? {}).filter(([name]) => !name.endsWith('/last-applied-configuration'));
  if (entries.length === 0) return null;
  return (
    <div>
      <dt>Annotations</dt>
      <dd>
        {entries.map(([name, value]) => (
          <div key={name}>
            <span class="muted">{name}: </span>
            {value.length > 300 ? `${value.slice(0, 300)}…` : value}
          </div>
        ))}
      </dd>
    </div>
  );
}
