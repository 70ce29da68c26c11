import type { DamagedObject } from '@orch/registry';
import type { AddMetric, Sample } from '@orch/http';

/** Limit of damaged objects with their own series, to bound the size of the page. */
const MAX_SERIES = 100;

/** Number and names of objects whose stored value is damaged. */
export function addDamageMetrics(add: AddMetric, damagedObjects: () => Iterable<DamagedObject>): void {
  add('apiserver_storage_damaged_objects', 'gauge', 'Current objects whose stored value is damaged.', () => [
    { value: [...damagedObjects()].length, labels: {} },
  ]);
  add('apiserver_storage_damaged_object', 'gauge', 'An object whose stored value is damaged, 1 each.', (): Sample[] =>
    [...damagedObjects()].slice(0, MAX_SERIES).map(({ group, resource, namespace, name }) => ({
      value: 1,
      labels: { group, resource, namespace, name },
    })),
  );
}
