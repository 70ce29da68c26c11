import type { JSX } from 'preact';
import { type ApiObject, listAt, textAt } from '../../api/object';
import { formatAge } from '../../ui/age';
import { cut, few } from '../../ui/bounds';
import { now } from '../../ui/clock';
import { Card } from '../../ui/card';
import { CardTable } from '../../ui/card-table';
import { conditionTone } from './condition-tone';
import { Timeline } from './timeline';

/** Conditions, the one that changed last first. */
export function ConditionsCard({ object }: { readonly object: ApiObject }): JSX.Element | null {
  const conditions = listAt(object, 'status', 'conditions').toSorted((a, b) =>
    textAt(a, 'lastTransitionTime') < textAt(b, 'lastTransitionTime') ? 1 : -1,
  );
  if (conditions.length === 0) return null;
  const { shown, more } = few(conditions);
  return (
    <Card title="Conditions" isWhole>
      <Timeline object={object} />
      <CardTable label="Conditions" columns={['Type', 'Status', 'Since', 'Reason', 'Message']}>
        {shown.map((condition) => {
          const [type, status] = [textAt(condition, 'type'), textAt(condition, 'status')];
          const since = textAt(condition, 'lastTransitionTime') || textAt(condition, 'lastUpdateTime');
          return (
            <tr key={type}>
              <td>{type}</td>
              <td>
                <span class={`badge ${conditionTone(type, status)}`}>{status}</span>
              </td>
              <td>
                <time dateTime={since} title={since}>
                  {formatAge(since, now.value)}
                </time>
              </td>
              <td>{textAt(condition, 'reason')}</td>
              <td class="long">{cut(textAt(condition, 'message'))}</td>
            </tr>
          );
        })}
      </CardTable>
      {more !== '' && <p class="muted">{more}</p>}
    </Card>
  );
}
