import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { titleOf } from '../kinds/sections';
import { namespace } from '../route/namespace';
import { objectHash } from '../route/route';
import type { Session } from '../session/session';
import { formatAge } from '../ui/age';
import { Empty, Notice } from '../ui/notice';
import { scan, type ScanProgress, type StuckObject } from './scan';
import './stuck.css';

/** Lists that are long and never stuck. */
const SKIPPED = new Set(['events', 'leases', 'componentstatuses']);

function useScan(session: Session, here: string, round: number): ScanProgress | undefined {
  const [progress, setProgress] = useState<ScanProgress | undefined>(undefined);
  useEffect(() => {
    const stop = new AbortController();
    const resources = session.resources.value.filter(
      (resource) =>
        resource.verbs.includes('list') &&
        !SKIPPED.has(resource.resource) &&
        (resource.namespaced || here === '') &&
        session.may('list', resource, resource.namespaced ? here : ''),
    );
    setProgress({ kindsDone: 0, kinds: resources.length, stuck: [], partial: [], unread: [] });
    void scan(session.client, resources, here, stop.signal, setProgress);
    return () => stop.abort();
  }, [session, here, round, session.knowsRights(here)]);
  return progress;
}

/** All objects that are not in their desired state, and why; the oldest first. */
export function StuckPage({ session }: { readonly session: Session }): JSX.Element {
  const [round, setRound] = useState(0);
  const here = namespace.value;
  const progress = useScan(session, here, round);
  const isDone = progress !== undefined && progress.kindsDone === progress.kinds;
  return (
    <>
      <div class="view-head">
        <h1>Stuck objects</h1>
        <span class="badge">{progress?.stuck.length ?? 0}</span>
        {here !== '' && <span class="muted">in {here}</span>}
        <div class="view-actions">
          <button type="button" class="button" disabled={!isDone} onClick={() => setRound(round + 1)}>
            {isDone ? 'Look again' : `Looking at ${progress?.kindsDone ?? 0} of ${progress?.kinds ?? 0} kinds…`}
          </button>
        </div>
      </div>
      <div class="stuck">
        {progress !== undefined && <Gaps progress={progress} />}
        {isDone && progress.stuck.length === 0 && (
          <Empty title="Nothing is stuck">All objects you may see are in their desired state.</Empty>
        )}
        {progress !== undefined && progress.stuck.length > 0 && (
          <ul>
            {progress.stuck.slice(0, 500).map((entry) => (
              <StuckItem key={entry.object.metadata.uid} entry={entry} />
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

function Gaps({ progress }: { readonly progress: ScanProgress }): JSX.Element | null {
  const { partial, unread, stuck } = progress;
  if (partial.length + unread.length === 0 && stuck.length <= 500) return null;
  return (
    <Notice tone="warn">
      {partial.length > 0 && <p>Only the first 5,000 were looked at of: {partial.map(titleOf).join(', ')}.</p>}
      {unread.length > 0 && <p>Could not be read: {unread.map(titleOf).join(', ')}.</p>}
      {stuck.length > 500 && <p>The oldest 500 are shown.</p>}
    </Notice>
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
        {problems.map(({ text }) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      <time dateTime={since} title={since}>
        {formatAge(since)}
      </time>
    </li>
  );
}
