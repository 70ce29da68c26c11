import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../session/session';
import { type Scan, scanKinds, type ScanProgress } from './scan-kinds';

/** Lists that are long, and whose objects say nothing about what people want to be there. */
const SKIPPED = new Set(['events', 'leases', 'componentstatuses']);

/**
 * Scans the kinds that the user may list, in one namespace or everywhere (''), again in each round.
 * @param scan must stay the same object as long as it means the same.
 */
export function useScan<T>(session: Session, here: string, round: number, scan: Scan<T>): ScanProgress<T> | undefined {
  const [progress, setProgress] = useState<ScanProgress<T> | undefined>(undefined);
  useEffect(() => {
    const stop = new AbortController();
    const resources = session.resources.value.filter(
      (resource) =>
        resource.verbs.includes('list') &&
        !SKIPPED.has(resource.resource) &&
        (resource.namespaced || here === '') &&
        session.may('list', resource, resource.namespaced ? here : ''),
    );
    setProgress({ kindsDone: 0, kinds: resources.length, found: [], partial: [], unread: [] });
    void scanKinds(session.client, resources, here, scan, stop.signal, setProgress);
    return () => stop.abort();
  }, [session, here, round, scan, session.knowsRights(here)]);
  return progress;
}
