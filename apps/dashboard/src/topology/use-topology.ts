import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Resource } from '../api/resource';
import { LiveObjects } from '../live/live-objects';
import type { Session } from '../session/session';
import { type Topology, topologyOf } from './topology';
import { type TopologyObject, topologyObject } from './topology-object';

/** Changes are drawn at most this often. */
const REDRAW_MS = 250;

/** Group and plural. */
const KINDS = [
  ['apps', 'deployments'],
  ['apps', 'statefulsets'],
  ['apps', 'daemonsets'],
  ['apps', 'replicasets'],
  ['batch', 'cronjobs'],
  ['batch', 'jobs'],
  ['', 'replicationcontrollers'],
  ['', 'pods'],
  ['', 'services'],
  ['', 'persistentvolumeclaims'],
] as const;

export interface SeenTopology {
  readonly topology: Topology;
  readonly isLoading: boolean;
  /** Kinds that the user may not list here. */
  readonly missing: readonly Resource[];
  /** Kinds of which not all objects were read. */
  readonly partial: readonly Resource[];
}

interface Part {
  readonly resource: Resource;
  readonly live: LiveObjects<TopologyObject>;
}

/** The workloads of a namespace, or of all (''), live. @returns undefined while the rights there are unknown. */
export function useTopology(session: Session, here: string): SeenTopology | undefined {
  const [seen, setSeen] = useState<
    { readonly parts: readonly Part[]; readonly missing: readonly Resource[] } | undefined
  >(undefined);
  const isKnown = session.knowsRights(here);
  useEffect(() => {
    if (!isKnown) return undefined;
    const resources = KINDS.flatMap(([group, plural]) => session.find(plural, group) ?? []);
    const mayList = (resource: Resource): boolean => session.may('list', resource, here);
    const missing = resources.filter((resource) => !mayList(resource));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const parts = resources.filter(mayList).map((resource): Part => {
      const query = { resource, namespace: here, labelSelector: '', fieldSelector: '' };
      const keep = (object: Parameters<typeof topologyObject>[1]): TopologyObject => topologyObject(resource, object);
      const live = new LiveObjects(session.client, session.watches, query, keep, () => {
        timer ??= setTimeout(() => {
          timer = undefined;
          setSeen({ parts, missing });
        }, REDRAW_MS);
      });
      return { resource, live };
    });
    setSeen({ parts, missing });
    for (const { live } of parts) live.start();
    return () => {
      clearTimeout(timer);
      for (const { live } of parts) live.stop();
    };
  }, [session, here, isKnown]);
  return useMemo(() => {
    if (seen === undefined) return undefined;
    const { parts, missing } = seen;
    const partsWith = (isWanted: (live: Part['live']) => boolean): Resource[] =>
      parts.filter(({ live }) => isWanted(live)).map(({ resource }) => resource);
    return {
      topology: topologyOf(parts.flatMap(({ live }) => [...live.objects.values()])),
      isLoading: parts.some(({ live }) => live.state === 'loading'),
      missing: [...missing, ...partsWith(({ state }) => state === 'failed')],
      partial: partsWith(({ isComplete }) => !isComplete),
    };
  }, [seen]);
}
