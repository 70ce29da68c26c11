import type { JSX } from 'preact';
import type { QueueStatus } from '../controller-status/published-status';
import { usePublishedStatus } from '../controller-status/use-published-status';
import { hashOf, objectHash } from '../route/route';
import type { Session } from '../session/session';
import { Card } from '../ui/card';
import { CardTable } from '../ui/card-table';
import { visibleText } from '../ui/visible-text';

const SHOWN = 6;

/** Work queues of the controllers and what they fail at; nothing when they publish nothing, or the user may not see it. */
export function ControllersCard({ session }: { readonly session: Session }): JSX.Element | null {
  const status = usePublishedStatus(session);
  if (status === undefined || status.queues.length + status.lost.length === 0) return null;
  const { queues, lost } = status;
  const failing = queues.filter((queue) => queue.failing > 0);
  const waiting = queues.reduce((sum, { depth }) => sum + depth, 0);
  const leases = session.find('leases');
  return (
    <Card title={`Controllers: ${queues.length}`}>
      <p>
        <span class={`badge ${failing.length === 0 ? 'good' : 'warn'}`}>
          {failing.length === 0 ? 'None fails' : `${failing.length} fail`}
        </span>{' '}
        <span class="muted">{waiting} keys in their queues</span>
      </p>
      {lost.map(({ metadata: { uid, name, namespace = '' } }) => (
        <p key={uid}>
          <span class="badge bad">Not running</span>{' '}
          {leases === undefined ? name : <a href={objectHash(leases, namespace, name)}>{name}</a>}
        </p>
      ))}
      {failing.length > 0 && <Failing queues={failing.slice(0, SHOWN)} />}
      {failing.length > SHOWN && <p class="muted">and {failing.length - SHOWN} more</p>}
      <p>
        <a href={hashOf(['controllers'])}>All controllers</a>
      </p>
    </Card>
  );
}

function Failing({ queues }: { readonly queues: readonly QueueStatus[] }): JSX.Element {
  return (
    <CardTable label="Failing controllers" columns={['Controller', 'Keys', 'Last error']}>
      {queues.map(({ name, failing, last }) => (
        <tr key={name}>
          <td>{visibleText(name)}</td>
          <td>{failing}</td>
          <td class="long">{last !== undefined && `${visibleText(last.key)}: ${visibleText(last.error)}`}</td>
        </tr>
      ))}
    </CardTable>
  );
}
