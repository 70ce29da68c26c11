import type { JSX } from 'preact';
import { cut, few } from '../ui/bounds';
import { Card } from '../ui/card';
import { CardTable } from '../ui/card-table';
import type { ObjectEvents } from './use-object-events';

/** Events about the object. */
export function EventsCard({ seen }: { readonly seen: ObjectEvents }): JSX.Element {
  const { failure } = seen;
  const { shown: events } = few(seen.events);
  return (
    <Card title="Events" isWhole>
      {failure !== undefined && <p role="alert">{failure}</p>}
      {events.length === 0 && failure === undefined && <p class="muted">No events in the last hour.</p>}
      {events.length > 0 && (
        <CardTable label="Events" columns={['Last Seen', 'Type', 'Reason', 'Message']}>
          {events.map(({ key, lastSeen, type, reason, message }) => (
            <tr key={key}>
              <td>{lastSeen}</td>
              <td>
                <span class={type === 'Warning' ? 'badge warn' : 'badge'}>{type}</span>
              </td>
              <td>{reason}</td>
              <td class="long">{cut(message)}</td>
            </tr>
          ))}
        </CardTable>
      )}
    </Card>
  );
}
