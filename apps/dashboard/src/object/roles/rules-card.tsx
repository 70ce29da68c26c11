import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { failureOf } from '../../api/failure';
import { type ApiObject, textAt } from '../../api/object';
import { pathOf } from '../../api/resource';
import type { Session } from '../../session/session';
import { Card } from '../../ui/card';
import { roleFacts } from '../facts/access';
import type { Fact } from '../facts/fact';
import { FactList } from '../facts/fact-list';

type Seen = { readonly rules: readonly Fact[] } | { readonly problem: string };

/** Reads the role that a binding refers to, once; undefined while it is read. */
function useRules(session: Session, binding: ApiObject): Seen | undefined {
  const [seen, setSeen] = useState<Seen | undefined>(undefined);
  const isClusterRole = textAt(binding, 'roleRef', 'kind') === 'ClusterRole';
  const name = textAt(binding, 'roleRef', 'name');
  const namespace = isClusterRole ? '' : (binding.metadata.namespace ?? '');
  useEffect(() => {
    const resource = session.find(isClusterRole ? 'clusterroles' : 'roles');
    if (resource === undefined || !session.may('get', resource, namespace, name)) {
      setSeen({ problem: 'You may not read the role.' });
      return undefined;
    }
    const stop = new AbortController();
    session.client.json<ApiObject>(pathOf(resource, namespace, name), { signal: stop.signal }).then(
      (role) => setSeen({ rules: roleFacts(role) }),
      (error: unknown) => {
        if (stop.signal.aborted) return;
        const failure = failureOf(error);
        setSeen({
          problem: failure.code === 404 ? 'The role does not exist: this binding has no effect.' : failure.message,
        });
      },
    );
    return () => stop.abort();
  }, [session, isClusterRole, namespace, name]);
  return seen;
}

/** What the role of a binding allows. */
export function RulesCard({ session, object }: { readonly session: Session; readonly object: ApiObject }): JSX.Element {
  const seen = useRules(session, object);
  return (
    <Card title={`Rules of ${textAt(object, 'roleRef', 'name')}`} isWhole>
      {seen === undefined && <p class="muted">Reading…</p>}
      {seen !== undefined && 'problem' in seen && <p>{seen.problem}</p>}
      {seen !== undefined && 'rules' in seen && seen.rules.length === 0 && <p class="muted">It allows nothing.</p>}
      {seen !== undefined && 'rules' in seen && <FactList session={session} facts={seen.rules} namespace="" />}
    </Card>
  );
}
