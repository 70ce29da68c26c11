import type { JSX } from 'preact';
import type { Resource } from '../api/resource';
import type { Row } from '../api/table';
import { useLiveTable } from '../list/use-live-table';
import { objectHash } from '../route/route';
import type { Session } from '../session/session';
import { formatSpan } from '../ui/age';
import { Card } from '../ui/card';
import { CardTable } from '../ui/card-table';
import { now } from '../ui/clock';

const SHOWN = 12;

/** The latest events, here or everywhere; nothing when the user may not list them. */
export function RecentEvents({
  session,
  namespace,
}: {
  readonly session: Session;
  readonly namespace: string;
}): JSX.Element | null {
  const events = session.find('events', '');
  if (events === undefined || !session.may('list', events, namespace)) return null;
  return <Events session={session} resource={events} namespace={namespace} />;
}

interface EventsProps {
  readonly session: Session;
  readonly resource: Resource;
  readonly namespace: string;
}

function Events({ session, resource, namespace }: EventsProps): JSX.Element {
  const table = useLiveTable(session, { resource, namespace, labelSelector: '', fieldSelector: '' });
  const rows = [...(table?.rows.values() ?? [])].toSorted((a, b) => b.created - a.created).slice(0, SHOWN);
  const cell = (row: Row, name: string): string => {
    const index = table?.columns.findIndex((column) => column.name === name) ?? -1;
    return String((row.cells[index] as string | number | undefined) ?? '');
  };
  return (
    <Card title="Recent events" isWhole>
      {rows.length === 0 && <p class="muted">No events in the last hour.</p>}
      {rows.length > 0 && (
        <CardTable label="Recent events" columns={['Age', 'Type', 'Reason', 'Object', 'Message']}>
          {rows.map((row) => (
            <tr key={row.key}>
              <td>{formatSpan(now.value - row.created)}</td>
              <td>
                <span class={cell(row, 'Type') === 'Warning' ? 'badge warn' : 'badge'}>{cell(row, 'Type')}</span>
              </td>
              <td>
                <a href={objectHash(resource, row.namespace, row.name)}>{cell(row, 'Reason')}</a>
              </td>
              <td>
                <EventObject session={session} text={cell(row, 'Object')} namespace={row.namespace} />
              </td>
              <td class="long">{cell(row, 'Message')}</td>
            </tr>
          ))}
        </CardTable>
      )}
    </Card>
  );
}

interface EventObjectProps {
  readonly session: Session;
  /** `pod/web-1`, as the server writes it. */
  readonly text: string;
  /** Of the event. */
  readonly namespace: string;
}

/** The object that an event is about; of two kinds with one name the first that discovery lists, which are the built-in ones. */
function EventObject({ session, text, namespace }: EventObjectProps): JSX.Element {
  const [singular = '', name = ''] = text.split('/');
  const resource = session.resources.value.find((one) => one.kind.toLowerCase() === singular);
  if (resource === undefined || name === '') return <>{text}</>;
  return <a href={objectHash(resource, resource.namespaced ? namespace : '', name)}>{text}</a>;
}
