import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { namespace } from '../route/namespace';
import { objectHash } from '../route/route';
import { Gaps, isDone, MOST_SHOWN, ScanButton } from '../scan/scan-parts';
import { useScan } from '../scan/use-scan';
import type { Session } from '../session/session';
import { formatAge } from '../ui/age';
import { cut, few } from '../ui/bounds';
import { Empty } from '../ui/notice';
import { oldestFirst, STUCK_SCAN, type StuckObject } from './stuck-scan';
import './stuck.css';

/** All objects that are not in their desired state, and why; the oldest first. */
export function StuckPage({ session }: { readonly session: Session }): JSX.Element {
  const [round, setRound] = useState(0);
  const here = namespace.value;
  const progress = useScan(session, here, round, STUCK_SCAN);
  const stuck = oldestFirst(progress?.found ?? []);
  return (
    <>
      <div class="view-head">
        <h1>Stuck objects</h1>
        <span class="badge">{stuck.length}</span>
        {here !== '' && <span class="muted">in {here}</span>}
        <div class="view-actions">
          <ScanButton progress={progress} onAgain={() => setRound(round + 1)} />
        </div>
      </div>
      <div class="stuck">
        {progress !== undefined && <Gaps progress={progress} order="oldest" />}
        {isDone(progress) && stuck.length === 0 && (
          <Empty title="Nothing is stuck">All objects you may see are in their desired state.</Empty>
        )}
        {stuck.length > 0 && (
          <ul>
            {stuck.slice(0, MOST_SHOWN).map((entry) => (
              <StuckItem key={entry.object.metadata.uid} entry={entry} />
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

function StuckItem({ entry: { resource, object, problems } }: { readonly entry: StuckObject }): JSX.Element {
  const { name, namespace: inNamespace = '' } = object.metadata;
  const since = problems[0]?.since ?? '';
  return (
    <li>
      <div class="stuck-name">
        <a href={objectHash(resource, inNamespace, name)}>{name}</a>
        <span class="muted">
          {resource.kind}
          {inNamespace !== '' && ` in ${inNamespace}`}
        </span>
      </div>
      <div>
        {few(problems).shown.map(({ text }) => (
          <p key={text}>{cut(text, 1_000)}</p>
        ))}
      </div>
      <time dateTime={since} title={since}>
        {formatAge(since)}
      </time>
    </li>
  );
}
