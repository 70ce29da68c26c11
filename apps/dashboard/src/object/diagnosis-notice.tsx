import type { JSX } from 'preact';
import type { ApiObject } from '../api/object';
import type { Resource } from '../api/resource';
import { usePublishedStatus } from '../controller-status/use-published-status';
import { diagnose } from '../diagnosis/diagnose';
import { diagnoseEvents } from '../diagnosis/diagnose-events';
import type { Session } from '../session/session';
import { formatAge } from '../ui/age';
import { cut, few } from '../ui/bounds';
import { now } from '../ui/clock';
import { Notice } from '../ui/notice';
import { reconcileFailures } from './reconcile-failures';
import type { ObjectEvents } from './use-object-events';

export interface DiagnosisNoticeProps {
  readonly session: Session;
  readonly resource: Resource;
  readonly object: ApiObject;
  readonly events: ObjectEvents | undefined;
}

/** Why the object is not in its desired state. */
export function DiagnosisNotice({ session, resource, object, events }: DiagnosisNoticeProps): JSX.Element | null {
  const published = usePublishedStatus(session);
  const { shown, more } = few([
    ...diagnose(resource, object, now.value),
    ...diagnoseEvents(events?.events ?? []),
    ...reconcileFailures(published, object),
  ]);
  if (shown.length === 0) return null;
  return (
    <div class="object-notices">
      <Notice tone="warn">
        {shown.map(({ text, since }) => (
          <p key={text}>
            {cut(text)} {since !== '' && <span class="muted">For {formatAge(since, now.value)}.</span>}
          </p>
        ))}
        {more}
      </Notice>
    </div>
  );
}
