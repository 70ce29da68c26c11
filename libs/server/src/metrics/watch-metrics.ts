import type { AddMetric } from '@orch/http';

/** What became of the changes of a resource, and of its watches. */
export interface WatchCount {
  readonly group: string;
  readonly resource: string;
  readonly received: number;
  readonly dispatched: number;
  readonly terminated: number;
  readonly revision: number;
}

/** The watch cache by resource, with the names and labels of kube-apiserver. */
export function addWatchMetrics(add: AddMetric, counts: () => Iterable<WatchCount>): void {
  const of = (value: (count: WatchCount) => number) => () =>
    [...counts()].map((count) => ({
      labels: { resource: count.group === '' ? count.resource : `${count.resource}.${count.group}` },
      value: value(count),
    }));
  const cache = 'apiserver_watch_cache_';
  add(
    `${cache}events_received_total`,
    'counter',
    'Changes of objects by resource.',
    of(({ received }) => received),
  );
  add(
    `${cache}events_dispatched_total`,
    'counter',
    'Changes of objects that came while there were watches, by resource.',
    of(({ dispatched }) => dispatched),
  );
  add(
    `${cache}resource_version`,
    'gauge',
    'Revision up to which the cache has the changes, by resource.',
    of(({ revision }) => revision),
  );
  add(
    'apiserver_terminated_watchers_total',
    'counter',
    'Watches that were ended because their clients did not read, by resource.',
    of(({ terminated }) => terminated),
  );
}
