import type { ApiObject } from '../api/object';
import type { PublishedStatus } from '../controller-status/published-status';
import { reconcileFailures } from './reconcile-failures';

const status: PublishedStatus = {
  queues: [
    {
      ...{ name: 'binder', depth: 2, retries: 9, failing: 1 },
      last: { key: 'shop/data', failures: 4, error: 'no \u202Eclass', time: '2026-01-01T00:00:00Z' },
    },
    { name: 'calm', depth: 0, retries: 0, failing: 0, last: undefined },
  ],
  lost: [],
};
const texts = (metadata: ApiObject['metadata']): string[] =>
  reconcileFailures(status, { metadata }).map(({ text }) => text);

describe('failures of controllers at an object', () => {
  test('names the controller, the error and the queue', () => {
    expect(texts({ name: 'data', namespace: 'shop' })).toEqual([
      String.raw`The controller binder could not reconcile an object of this name, 4 times in a row: no \u{202e}class. 2 keys wait in its queue.`,
    ]);
  });

  test('nothing about other objects, and nothing when nothing is published', () => {
    expect(texts({ name: 'data', namespace: 'other' })).toEqual([]);
    expect(reconcileFailures(undefined, { metadata: { name: 'data', namespace: 'shop' } })).toEqual([]);
  });
});
