import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { eachObject } from '../../api/each-object';
import type { ApiObject } from '../../api/object';
import { pathOf, type Resource } from '../../api/resource';
import { titleOf } from '../../kinds/sections';
import { objectHash } from '../../route/route';
import type { Session } from '../../session/session';
import { Card } from '../../ui/card';
import { CardTable } from '../../ui/card-table';
import { type BoundSubject, boundSubjects } from './bound-subjects';

const SHOWN = 200;

interface Seen {
  readonly subjects: readonly BoundSubject[];
  /** Kinds that could not be read completely. */
  readonly missing: readonly Resource[];
}

/** Reads the bindings that can refer to the role, once. */
function useSubjects(session: Session, { metadata }: ApiObject): Seen | undefined {
  const [seen, setSeen] = useState<Seen | undefined>(undefined);
  const { name, namespace = '' } = metadata;
  useEffect(() => {
    const stop = new AbortController();
    const read = async (): Promise<void> => {
      const bindings: ApiObject[] = [];
      const missing: Resource[] = [];
      for (const plural of namespace === '' ? ['clusterrolebindings', 'rolebindings'] : ['rolebindings']) {
        const resource = session.find(plural);
        if (resource === undefined) continue;
        const mayList = session.may('list', resource, namespace);
        const path = pathOf(resource, namespace);
        const isWhole = mayList && (await eachObject(session.client, path, { signal: stop.signal }, (one) => bindings.push(one)).catch(() => false)); // prettier-ignore
        if (!isWhole) missing.push(resource);
      }
      if (!stop.signal.aborted) setSeen({ subjects: boundSubjects(name, namespace, bindings), missing });
    };
    void read();
    return () => stop.abort();
  }, [session, name, namespace]);
  return seen;
}

/** Who has the role, by which binding. */
export function SubjectsCard({
  session,
  object,
}: {
  readonly session: Session;
  readonly object: ApiObject;
}): JSX.Element {
  const seen = useSubjects(session, object);
  const subjects = seen?.subjects ?? [];
  return (
    <Card title="Subjects" isWhole>
      {seen === undefined && <p class="muted">Reading…</p>}
      {seen !== undefined && seen.missing.length > 0 && (
        <p>Not all could be read of: {seen.missing.map(titleOf).join(', ')}.</p>
      )}
      {seen !== undefined && subjects.length === 0 && <p class="muted">No binding gives it to a subject.</p>}
      {subjects.length > 0 && <Subjects session={session} subjects={subjects.slice(0, SHOWN)} />}
      {subjects.length > SHOWN && <p class="muted">and {subjects.length - SHOWN} more</p>}
    </Card>
  );
}

function Subjects({
  session,
  subjects,
}: {
  readonly session: Session;
  readonly subjects: readonly BoundSubject[];
}): JSX.Element {
  return (
    <CardTable label="Subjects" columns={['Subject', 'In', 'By']}>
      {subjects.map(({ subject, namespace, binding: { metadata } }) => {
        const resource = session.find(namespace === '' ? 'clusterrolebindings' : 'rolebindings');
        return (
          <tr key={`${namespace}/${metadata.name}/${subject}`}>
            <td class="long">{subject}</td>
            <td>{namespace === '' ? 'all namespaces' : namespace}</td>
            <td>
              {resource !== undefined && <a href={objectHash(resource, namespace, metadata.name)}>{metadata.name}</a>}
            </td>
          </tr>
        );
      })}
    </CardTable>
  );
}
