import type { DamagedObject } from '@orch/registry';
import type { AddMetric, Sample } from '@orch/http';

/** Damaged objects that get a series of their own: a store that is damaged all over must not make the page large. */
const MAX_SERIES = 100;

/** Objects whose stored value is damaged: how many, and which. */
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
