import type { JSX } from 'preact';
import { titleOf } from '../kinds/sections';
import { listHash } from '../route/route';
import type { Session } from '../session/session';
import { Card } from '../ui/card';
import type { Reading } from './measure';

const number = new Intl.NumberFormat('en');
const SHOWN = 10;

/** How many objects of each kind are stored, most first. */
export function ObjectsCard({
  session,
  reading,
}: {
  readonly session: Session;
  readonly reading: Reading;
}): JSX.Element {
  const counted = reading.objects.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
  const all = counted.reduce((sum, { count }) => sum + count, 0);
  const most = counted[0]?.count ?? 1;
  return (
    <Card title={`Objects: ${number.format(all)}`}>
      <ul class="bars">
        {counted.slice(0, SHOWN).map(({ group, resource, count }) => {
          const kind = session.find(resource, group);
          return (
            <li key={`${group}/${resource}`}>
              {kind === undefined ? <span>{resource}</span> : <a href={listHash(kind)}>{titleOf(kind)}</a>}
              <i ref={(element) => element?.style.setProperty('--part', String(count / most))} />
              <span>{number.format(count)}</span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
