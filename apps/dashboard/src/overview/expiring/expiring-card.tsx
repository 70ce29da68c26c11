import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { titleOf } from '../../kinds/sections';
import { objectHash } from '../../route/route';
import type { Session } from '../../session/session';
import { formatSpan } from '../../ui/age';
import { Card } from '../../ui/card';
import { CardTable } from '../../ui/card-table';
import { now } from '../../ui/clock';
import { type Expiring, nextLater, soonest } from './expiring';
import { type FoundExpiring, mayReadExpiring, readExpiring } from './read-expiring';

const AGAIN_MS = 600_000;
const SHOWN = 10;
const WEEK_MS = 7 * 86_400_000;

/** Reads now and every ten minutes while the tab is visible. */
function useExpiring(session: Session, withSecrets: boolean): FoundExpiring | undefined {
  const [state, setState] = useState<FoundExpiring | undefined>(undefined);
  useEffect(() => {
    const stop = new AbortController();
    const read = (): void =>
      void readExpiring(session, withSecrets, stop.signal).then((found) => {
        if (!stop.signal.aborted) setState(found);
      });
    read();
    const timer = setInterval(() => document.visibilityState === 'visible' && read(), AGAIN_MS);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [session, withSecrets]);
  return state;
}

export interface ExpiringCardProps {
  readonly session: Session;
  /** Requests with client certificates that expire within a week, by the metrics. */
  readonly soonCertificates: number;
}

/** Certificates and tokens that have expired or soon will. Secrets are read on request only. */
export function ExpiringCard({ session, soonCertificates }: ExpiringCardProps): JSX.Element | null {
  const [withSecrets, setWithSecrets] = useState(false);
  const state = useExpiring(session, withSecrets);
  const found = state?.found ?? [];
  const soon = soonest(found, now.value);
  const secrets = session.find('secrets', '');
  if (!mayReadExpiring(session) && session.expires === undefined) return null;
  const mayReadSecrets = secrets !== undefined && session.may('list', secrets, '');
  return (
    <Card title="Certificates and tokens that expire within 30 days">
      {session.expires !== undefined && <OwnToken expires={session.expires} />}
      {soonCertificates > 0 && (
        <p>
          <span class="badge warn">{soonCertificates} requests</span> since the start of the server came with client
          certificates that were valid for less than a week.
        </p>
      )}
      {state === undefined && <p class="muted">Reading…</p>}
      {soon.length > 0 && <Rows rows={soon.slice(0, SHOWN)} />}
      {soon.length > SHOWN && <p class="muted">and {soon.length - SHOWN} more</p>}
      {state !== undefined && found.length > 0 && <p class="muted">{summary(state, soon.length)}</p>}
      {mayReadSecrets && !withSecrets && (
        <p>
          <button type="button" class="button" onClick={() => setWithSecrets(true)}>
            Look into Secrets
          </button>{' '}
          <span class="muted">with certificates, and bootstrap tokens: they are not read before.</span>
        </p>
      )}
    </Card>
  );
}

function summary({ found, partial }: FoundExpiring, soon: number): string {
  const later = nextLater(found, now.value);
  return [
    soon === 0 ? `None of ${found.length}.` : '',
    later === undefined ? '' : `The next: ${later.what} in ${formatSpan(later.expires - now.value)}.`,
    partial.length === 0 ? '' : `Not all could be read of: ${partial.map(titleOf).join(', ')}.`,
  ]
    .filter((text) => text !== '')
    .join(' ');
}

function OwnToken({ expires }: { readonly expires: number }): JSX.Element {
  return (
    <p>
      Your token <ExpiryBadge expires={expires} warnMs={3_600_000} />
    </p>
  );
}

function ExpiryBadge({ expires, warnMs }: { readonly expires: number; readonly warnMs: number }): JSX.Element {
  const left = expires - now.value;
  const time = new Date(expires).toISOString();
  const tone = left < 0 ? 'bad' : left < warnMs ? 'warn' : '';
  return (
    <time class={`badge ${tone}`} dateTime={time} title={time}>
      {left < 0 ? `expired ${formatSpan(-left)} ago` : `expires in ${formatSpan(left)}`}
    </time>
  );
}

function Rows({ rows }: { readonly rows: readonly Expiring[] }): JSX.Element {
  return (
    <CardTable label="What expires" columns={['What', 'In', 'When']}>
      {rows.map(({ resource, namespace, name, what, expires }) => (
        <tr key={`${resource.resource}/${namespace}/${name}/${what}/${expires}`}>
          <td class="long">{what}</td>
          <td>
            <a href={objectHash(resource, namespace, name)}>
              {resource.kind} {name}
            </a>
          </td>
          <td>
            <ExpiryBadge expires={expires} warnMs={WEEK_MS} />
          </td>
        </tr>
      ))}
    </CardTable>
  );
}
