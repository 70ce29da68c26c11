import type { JSX } from 'preact';
import type { ApiObject } from '../api/object';
import type { Resource } from '../api/resource';
import type { Row } from '../api/table';
import { useLiveTable } from '../list/use-live-table';
import type { Session } from '../session/session';
import { cut, few } from '../ui/bounds';
import { Card } from '../ui/card';

export interface EventsCardProps {
  readonly session: Session;
  readonly object: ApiObject;
}

/** Events about the object; nothing is requested when the user may not list them. */
export function EventsCard({ session, object }: EventsCardProps): JSX.Element | null {
  const events = session.find('events', '');
  const namespace = object.metadata.namespace ?? 'default';
  if (events === undefined || object.metadata.uid === undefined || !session.may('list', events, namespace)) return null;
  return <Events session={session} resource={events} namespace={namespace} uid={object.metadata.uid} />;
}

interface EventsProps {
  readonly session: Session;
  readonly resource: Resource;
  readonly namespace: string;
  readonly uid: string;
}

const SHOWN = ['Last Seen', 'Type', 'Reason', 'Message'];

function Events({ session, resource, namespace, uid }: EventsProps): JSX.Element {
  const table = useLiveTable(session, {
    resource,
    namespace,
    labelSelector: '',
    fieldSelector: `involvedObject.uid=${uid}`,
  });
  const { shown: rows } = few([...(table?.rows.values() ?? [])].toSorted((a, b) => b.created - a.created));
  const cell = (row: Row, name: string): string => {
    const index = table?.columns.findIndex((column) => column.name === name) ?? -1;
    return String((row.cells[index] as string | number | undefined) ?? '');
  };
  return (
    <Card title="Events" isWhole>
      {table?.failure !== undefined && <p role="alert">{table.failure.message}</p>}
      {rows.length === 0 && table?.failure === undefined && <p class="muted">No events in the last hour.</p>}
      {rows.length > 0 && (
        <div class="card-table">
          <table>
            <thead>
              <tr>
                {SHOWN.map((name) => (
                  <th key={name}>{name}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.key}>
                  <td>{cell(row, 'Last Seen')}</td>
                  <td>
                    <span class={cell(row, 'Type') === 'Warning' ? 'badge warn' : 'badge'}>{cell(row, 'Type')}</span>
                  </td>
                  <td>{cell(row, 'Reason')}</td>
                  <td class="long">{cut(cell(row, 'Message'))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}
