import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { eachObject } from '../api/each-object';
import { failureOf } from '../api/failure';
import type { ApiObject } from '../api/object';
import { pathOf, type Resource } from '../api/resource';
import { serverNames } from '../api/server-names';
import { namespace } from '../route/namespace';
import { objectHash } from '../route/route';
import type { Session } from '../session/session';
import { formatAge } from '../ui/age';
import { Card } from '../ui/card';
import { CardTable } from '../ui/card-table';
import { now } from '../ui/clock';
import { Notice } from '../ui/notice';
import { visibleText } from '../ui/visible-text';
import { type ControllerState, controllerStates } from './controller-states';

interface Seen {
  readonly states: readonly ControllerState[];
  /** Kinds that the user may not list here. */
  readonly missing: readonly string[];
}

/** Reads events and leases of a namespace, or of all (''). @throws ApiFailure */
async function readStates(session: Session, here: string, signal: AbortSignal): Promise<Seen> {
  const missing: string[] = [];
  const read = async (plural: string, resource: Resource | undefined): Promise<readonly ApiObject[]> => {
    if (resource === undefined || !session.may('list', resource, here)) {
      missing.push(plural);
      return [];
    }
    const objects: ApiObject[] = [];
    await eachObject(session.client, pathOf(resource, here), { signal }, (one) => objects.push(one));
    return objects;
  };
  const [events, leases] = await Promise.all([
    read('events', session.find('events', '')),
    read('leases', session.find('leases')),
  ]);
  return { states: controllerStates(events, leases, Date.now(), serverNames().controllerStatus), missing };
}

function useStates(session: Session, here: string, round: number): Seen | { readonly failure: string } | undefined {
  const [seen, setSeen] = useState<Seen | { readonly failure: string } | undefined>(undefined);
  const isKnown = session.knowsRights(here);
  useEffect(() => {
    if (!isKnown) return undefined;
    const stop = new AbortController();
    readStates(session, here, stop.signal).then(setSeen, (error: unknown) => {
      if (!stop.signal.aborted) setSeen({ failure: failureOf(error).message });
    });
    return () => stop.abort();
  }, [session, here, round, isKnown]);
  return seen;
}

/** Which controllers fail, by the events they report and the leases they hold. */
export function ControllersPage({ session }: { readonly session: Session }): JSX.Element {
  const [round, setRound] = useState(0);
  const here = namespace.value;
  const seen = useStates(session, here, round);
  return (
    <>
      <div class="view-head">
        <h1>Controllers</h1>
        {here !== '' && <span class="muted">in {here}</span>}
        <div class="view-actions">
          <button type="button" class="button" onClick={() => setRound(round + 1)}>
            Look again
          </button>
        </div>
      </div>
      <div class="cards">
        {seen === undefined && <p class="muted">Reading…</p>}
        {seen !== undefined && 'failure' in seen && <Notice tone="bad">{seen.failure}</Notice>}
        {seen !== undefined && 'states' in seen && <States session={session} seen={seen} />}
      </div>
    </>
  );
}

function States({
  session,
  seen: { states, missing },
}: {
  readonly session: Session;
  readonly seen: Seen;
}): JSX.Element {
  return (
    <Card title="By their queues, events and leases, those that fail first" isWhole>
      {missing.length > 0 && <p>Without {missing.join(' and ')}, which you may not list here.</p>}
      {states.length === 0 && <p class="muted">None has reported anything.</p>}
      {states.length > 0 && (
        <CardTable
          label="Controllers"
          columns={[
            'Controller',
            'State',
            'Queue',
            'Failing',
            'Retries',
            'Lease',
            'Warnings',
            'Latest error or warning',
          ]}
          isTight
        >
          {states.map((state) => (
            <StateRow key={state.name} session={session} state={state} />
          ))}
        </CardTable>
      )}
    </Card>
  );
}

function StateBadge({ state }: { readonly state: ControllerState }): JSX.Element {
  if (state.hasLostLease) return <span class="badge bad">Not running</span>;
  if ((state.queue?.failing ?? 0) > 0) return <span class="badge warn">Fails</span>;
  return state.warnings > 0 ? <span class="badge warn">Warns</span> : <span class="badge good">No warnings</span>;
}

function StateRow({ session, state }: { readonly session: Session; readonly state: ControllerState }): JSX.Element {
  const { name, warnings, latest, lease, queue } = state;
  const leases = session.find('leases');
  return (
    <tr>
      <td>{visibleText(name)}</td>
      <td>
        <StateBadge state={state} />
      </td>
      <td>{queue?.depth}</td>
      <td>{queue?.failing}</td>
      <td>{queue?.retries}</td>
      <td>
        {lease !== undefined && leases !== undefined && (
          <a href={objectHash(leases, lease.object.metadata.namespace ?? '', lease.object.metadata.name)}>
            {lease.holder === '' ? 'released' : `renewed ${formatAge(lease.renewed, now.value)} ago`}
          </a>
        )}
      </td>
      <td>{warnings === 0 ? '' : warnings}</td>
      <td class="long">
        {queue?.last !== undefined && (
          <p>
            {visibleText(queue.last.error)}{' '}
            <span class="muted">
              {visibleText(queue.last.key)}, {queue.last.failures} times, {formatAge(queue.last.time, now.value)} ago
            </span>
          </p>
        )}
        {latest !== undefined && (
          <>
            {latest.reason}: {latest.message}{' '}
            <span class="muted">
              {latest.about}, {formatAge(latest.time, now.value)} ago
            </span>
          </>
        )}
      </td>
    </tr>
  );
}
