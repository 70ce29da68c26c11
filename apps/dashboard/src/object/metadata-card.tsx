import type { JSX } from 'preact';
import { type ApiObject, isLastApplied, type OwnerReference, textAt } from '../api/object';
import { objectHash } from '../route/route';
import type { Session } from '../session/session';
import { formatAge } from '../ui/age';
import { cut, few } from '../ui/bounds';
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
  const owners = few(metadata.ownerReferences ?? []);
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
        {owners.shown.length > 0 && (
          <div>
            <dt>{owners.shown.length === 1 ? 'Owner' : 'Owners'}</dt>
            <dd>
              {owners.shown.map((owner) => (
                <Owner key={owner.uid} session={session} owner={owner} namespace={metadata.namespace ?? ''} />
              ))}
              {owners.more}
            </dd>
          </div>
        )}
        {finalizers.length > 0 && (
          <div>
            <dt>Finalizers</dt>
            <dd>{cut(finalizers.join(', '))}</dd>
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
  const { shown, more } = few(Object.entries(pairs ?? {}));
  if (shown.length === 0) return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd class="pairs">
        {shown.map(([name, value]) => (
          <span key={name} class="badge">
            {name}={value}
          </span>
        ))}
        {more}
      </dd>
    </div>
  );
}

function Annotations({
  annotations,
}: {
  readonly annotations?: Readonly<Record<string, string>> | undefined;
}): JSX.Element | null {
  const { shown, more } = few(Object.keys(annotations ?? {}).filter((name) => !isLastApplied(name)));
  if (shown.length === 0) return null;
  return (
    <div>
      <dt>Annotations</dt>
      <dd>
        {shown.map((name) => (
          <div key={name}>
            <span class="muted">{name}: </span>
            {cut(textAt(annotations, name), 300)}
          </div>
        ))}
        {more}
      </dd>
    </div>
  );
}
