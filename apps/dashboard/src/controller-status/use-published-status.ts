import { useEffect, useState } from 'preact/hooks';
import type { ApiObject } from '../api/object';
import { serverNames } from '../api/server-names';
import { LiveObjects } from '../live/live-objects';
import type { Session } from '../session/session';
import { now } from '../ui/clock';
import { type PublishedStatus, publishedStatus } from './published-status';

/** What the controllers publish, live; undefined while it is read, and when the user may not list Leases everywhere. */
export function usePublishedStatus(session: Session): PublishedStatus | undefined {
  const [seen, setSeen] = useState<{ readonly live: LiveObjects<ApiObject> } | undefined>(undefined);
  const leases = session.find('leases');
  const mayList = leases !== undefined && session.may('list', leases, '');
  useEffect(() => {
    if (!mayList) return undefined;
    const query = { resource: leases, namespace: '', labelSelector: serverNames().controllerStatus, fieldSelector: '' };
    const live = new LiveObjects(
      session.client,
      session.watches,
      query,
      (object) => object,
      () => setSeen({ live }),
    );
    live.start();
    return () => live.stop();
  }, [session, leases, mayList]);
  if (seen === undefined || seen.live.state !== 'live') return undefined;
  return publishedStatus([...seen.live.objects.values()], serverNames().controllerStatus, now.value);
}
