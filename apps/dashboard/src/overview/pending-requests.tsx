import type { JSX } from 'preact';
import type { Resource } from '../api/resource';
import { useLiveTable } from '../list/use-live-table';
import { objectHash } from '../route/route';
import type { Session } from '../session/session';
import { formatSpan } from '../ui/age';
import { Card } from '../ui/card';
import { CardTable } from '../ui/card-table';
import { now } from '../ui/clock';

/** Certificate signing requests that are neither approved nor denied; nothing when the user may not list them. */
export function PendingRequests({ session }: { readonly session: Session }): JSX.Element | null {
  const resource = session.find('certificatesigningrequests');
  if (resource === undefined || !session.may('list', resource, '')) return null;
  return <Requests session={session} resource={resource} />;
}

function Requests({ session, resource }: { readonly session: Session; readonly resource: Resource }): JSX.Element {
  const table = useLiveTable(session, { resource, namespace: '', labelSelector: '', fieldSelector: '' });
  const at = (name: string): number => table?.columns.findIndex((column) => column.name === name) ?? -1;
  const [condition, requestor] = [at('Condition'), at('Requestor')];
  const pending = [...(table?.rows.values() ?? [])]
    .filter(({ cells }) => cells[condition] === 'Pending')
    .toSorted((a, b) => a.created - b.created);
  return (
    <Card title="Certificate requests that wait for approval">
      {pending.length === 0 && <p class="muted">None.</p>}
      {pending.length > 0 && (
        <CardTable label="Certificate requests" columns={['Name', 'Requested by', 'Age']}>
          {pending.slice(0, 10).map((row) => (
            <tr key={row.key}>
              <td>
                <a href={objectHash(resource, '', row.name)}>{row.name}</a>
              </td>
              <td class="long">{String((row.cells[requestor] as string | undefined) ?? '')}</td>
              <td>{formatSpan(now.value - row.created)}</td>
            </tr>
          ))}
        </CardTable>
      )}
      {pending.length > 10 && <p class="muted">and {pending.length - 10} more</p>}
    </Card>
  );
}
