import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { failureOf } from '../api/failure';
import { namespace } from '../route/namespace';
import { objectHash, route, setParameters } from '../route/route';
import type { Session } from '../session/session';
import { Card } from '../ui/card';
import { CardTable } from '../ui/card-table';
import { Notice } from '../ui/notice';
import { type Grant, grantsOf, type Question } from './grants';
import { type ReadAccess, readAccess } from './read-access';

/** Each choice with the verbs it stands for. */
const VERBS: ReadonlyMap<string, readonly string[]> = new Map([
  ['read', ['get', 'list', 'watch']],
  ['create', ['create']],
  ['change', ['update', 'patch']],
  ['delete', ['delete', 'deletecollection']],
]);

/** `secrets`, `deployments.apps` or `pods/log`; without a group that of the kind with this plural. */
function questionOf(session: Pick<Session, 'find'>, choice: string, text: string): Question {
  const [whole = '', subresource] = text.trim().split('/');
  const dot = whole.indexOf('.');
  const plural = dot < 0 ? whole : whole.slice(0, dot);
  const group = dot < 0 ? (session.find(plural)?.group ?? '') : whole.slice(dot + 1);
  return {
    verbs: VERBS.get(choice) ?? [choice],
    group,
    resource: subresource === undefined ? plural : `${plural}/${subresource}`,
  };
}

type Answer = ReadAccess | { readonly failure: string } | undefined;

function useAccess(session: Session, here: string): Answer {
  const [answer, setAnswer] = useState<Answer>(undefined);
  const isKnown = session.knowsRights(here);
  useEffect(() => {
    if (!isKnown) return undefined;
    const stop = new AbortController();
    setAnswer(undefined);
    readAccess(session, here, stop.signal).then(setAnswer, (error: unknown) => {
      if (!stop.signal.aborted) setAnswer({ failure: failureOf(error).message });
    });
    return () => stop.abort();
  }, [session, here, isKnown]);
  return answer;
}

/** Who may do something: bindings of the namespace and of all, resolved to their subjects. */
export function AccessPage({ session }: { readonly session: Session }): JSX.Element {
  const here = namespace.value;
  const { parameters } = route.value;
  const choice = parameters.get('verb') ?? 'read';
  const text = parameters.get('resource') ?? 'secrets';
  const answer = useAccess(session, here);
  return (
    <>
      <div class="view-head">
        <h1>Who may</h1>
        <select
          class="field"
          aria-label="Verb"
          value={choice}
          onChange={(event) => setParameters({ verb: event.currentTarget.value })}
        >
          {[...VERBS.keys()].map((verb) => (
            <option key={verb}>{verb}</option>
          ))}
        </select>
        <input
          class="field"
          aria-label="Resource"
          title="Such as secrets, deployments.apps or pods/log"
          list="resources"
          spellcheck={false}
          autocomplete="off"
          value={text}
          onChange={(event) => setParameters({ resource: event.currentTarget.value.trim() })}
        />
        <datalist id="resources">
          {session.resources.value.map(({ group, resource }) => (
            <option key={`${resource}.${group}`} value={group === '' ? resource : `${resource}.${group}`} />
          ))}
        </datalist>
        <span class="muted">{here === '' ? 'in any namespace' : `in ${here}`}</span>
      </div>
      <div class="cards">
        {answer !== undefined && 'failure' in answer && <Notice tone="bad">{answer.failure}</Notice>}
        {answer === undefined && <p class="muted">Reading…</p>}
        {answer !== undefined && 'rules' in answer && (
          <Grants session={session} access={answer} question={questionOf(session, choice, text)} />
        )}
      </div>
    </>
  );
}

interface GrantsProps {
  readonly session: Session;
  readonly access: ReadAccess;
  readonly question: Question;
}

function Grants({ session, access: { rules, missing }, question }: GrantsProps): JSX.Element {
  const grants = grantsOf(question, rules);
  return (
    <Card title={`Allowed: ${question.verbs.join(', ')} ${question.resource}`} isWhole>
      {missing.length > 0 && (
        <p>Incomplete: without {missing.join(', ')}, which you may not list, or which are too many.</p>
      )}
      {grants.length === 0 && <p class="muted">None that you may see.</p>}
      {grants.length > 0 && (
        <CardTable label="Allowed" columns={['Subject', 'Verbs', 'Where', 'Binding', 'Role']}>
          {grants.map((grant, index) => (
            <GrantRow key={index} session={session} grant={grant} />
          ))}
        </CardTable>
      )}
      <p class="muted">
        What roles and bindings say. Other authorizers of the server, such as webhooks, may allow more; members of
        groups are known to those who issue credentials.
      </p>
    </Card>
  );
}

function GrantRow({ session, grant }: { readonly session: Session; readonly grant: Grant }): JSX.Element {
  const { subject, verbs, names, binding, role } = grant;
  const where = binding.namespace;
  return (
    <tr>
      <td class="long">
        <span class="muted">{subject.kind} </span>
        {subject.namespace === '' ? subject.name : `${subject.namespace}/${subject.name}`}
      </td>
      <td>{verbs.join(', ')}</td>
      <td class="long">
        {where === '' ? 'all namespaces' : where}
        {names.length > 0 && `, only ${names.join(', ')}`}
      </td>
      <td class="long">
        <ObjectLink
          session={session}
          plural={where === '' ? 'clusterrolebindings' : 'rolebindings'}
          namespace={where}
          name={binding.name}
        />
      </td>
      <td class="long">
        <ObjectLink
          session={session}
          plural={role.kind === 'ClusterRole' ? 'clusterroles' : 'roles'}
          namespace={role.kind === 'ClusterRole' ? '' : where}
          name={role.name}
        />
      </td>
    </tr>
  );
}

interface ObjectLinkProps {
  readonly session: Session;
  readonly plural: string;
  readonly namespace: string;
  readonly name: string;
}

function ObjectLink({ session, plural, namespace: inNamespace, name }: ObjectLinkProps): JSX.Element {
  const resource = session.find(plural);
  return resource === undefined ? <>{name}</> : <a href={objectHash(resource, inNamespace, name)}>{name}</a>;
}
