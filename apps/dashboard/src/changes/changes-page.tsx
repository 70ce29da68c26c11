import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { namespace } from '../route/namespace';
import { objectHash, route, setParameters } from '../route/route';
import { Gaps, isDone, MOST_SHOWN, ScanButton } from '../scan/scan-parts';
import { useScan } from '../scan/use-scan';
import type { Session } from '../session/session';
import { formatAge } from '../ui/age';
import { Card } from '../ui/card';
import { CardTable } from '../ui/card-table';
import { now } from '../ui/clock';
import { type Change, changeScan, newestFirst } from './change';

const SPANS = [5, 15, 60];

/** What changed in the last minutes, of everything the user may list; the newest first. */
export function ChangesPage({ session }: { readonly session: Session }): JSX.Element {
  const [round, setRound] = useState(0);
  const here = namespace.value;
  const asked = Number(route.value.parameters.get('minutes'));
  const minutes = SPANS.includes(asked) ? asked : SPANS[0]!;
  const scan = useMemo(() => changeScan(minutes), [minutes]);
  const progress = useScan(session, here, round, scan);
  const changes = newestFirst(progress?.found ?? []);
  return (
    <>
      <div class="view-head">
        <h1>Recent changes</h1>
        <span class="badge">{changes.length}</span>
        {here !== '' && <span class="muted">in {here}</span>}
        <div class="view-actions">
          <select
            class="field"
            aria-label="Within"
            value={String(minutes)}
            onChange={(event) => setParameters({ minutes: event.currentTarget.value })}
          >
            {SPANS.map((span) => (
              <option key={span} value={String(span)}>
                last {span} minutes
              </option>
            ))}
          </select>
          <ScanButton progress={progress} onAgain={() => setRound(round + 1)} />
        </div>
      </div>
      <div class="cards">
        {progress !== undefined && <Gaps progress={progress} order="newest" />}
        <Card title={`Changed in the last ${minutes} minutes`} isWhole>
          {changes.length === 0 && <p class="muted">{isDone(progress) ? 'Nothing.' : 'Looking…'}</p>}
          {changes.length > 0 && <Changes changes={changes.slice(0, MOST_SHOWN)} />}
          <p class="muted">Objects that are gone are not here, nor are events and leases.</p>
        </Card>
      </div>
    </>
  );
}

function Changes({ changes }: { readonly changes: readonly Change[] }): JSX.Element {
  return (
    <CardTable label="Changes" columns={['Age', 'Object', 'Namespace', 'Kind', 'What', 'By']}>
      {changes.map(({ resource, object: { metadata }, time, what, by }) => (
        <tr key={metadata.uid}>
          <td>
            <time dateTime={time} title={time}>
              {formatAge(time, now.value)}
            </time>
          </td>
          <td class="long">
            <a href={objectHash(resource, metadata.namespace ?? '', metadata.name)}>{metadata.name}</a>
          </td>
          <td>{metadata.namespace}</td>
          <td>{resource.kind}</td>
          <td>{what}</td>
          <td>{by}</td>
        </tr>
      ))}
    </CardTable>
  );
}
