import type { AddMetric } from '@orch/http';

/** Number of objects of a resource. */
export interface ObjectCount {
  readonly group: string;
  readonly resource: string;
  readonly count: number;
}

/** Objects by resource; the older name has resource and group in one label. */
export function addObjectMetrics(add: AddMetric, counts: () => Iterable<ObjectCount>): void {
  add('apiserver_resource_objects', 'gauge', 'Stored objects by resource.', () =>
    [...counts()].map(({ count, ...labels }) => ({ value: count, labels })),
  );
  add(
    'apiserver_storage_objects',
    'gauge',
    'Stored objects by resource. Use apiserver_resource_objects.',
    () =>
      [...counts()].map(({ count, group, resource }) => ({
        value: count,
        labels: { resource: group === '' ? resource : `${resource}.${group}` },
      })),
    { stability: 'STABLE', deprecated: 34 },
  );
}
