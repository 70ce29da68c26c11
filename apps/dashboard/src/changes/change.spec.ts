import type { ApiObject, ObjectMeta } from '../api/object';
import type { Resource } from '../api/resource';
import { changeAfter } from './change';

const NOON = Date.parse('2026-01-01T12:00:00Z');
const resource = { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap' } as Resource;
const of = (metadata: Omit<ObjectMeta, 'name'>): string[] => {
  const change = changeAfter(NOON, resource, { metadata: { name: 'a', ...metadata } } as ApiObject);
  return change === undefined ? [] : [change.what, change.time, change.by];
};
const [BEFORE, AFTER, LATER] = ['2026-01-01T11:59:00Z', '2026-01-01T12:01:00Z', '2026-01-01T12:02:00Z'];

describe('the last change of an object', () => {
  test.each([
    ['older', { creationTimestamp: BEFORE, managedFields: [{ manager: 'm', time: BEFORE }] }, []],
    [
      'created',
      { creationTimestamp: AFTER, managedFields: [{ manager: 'm', operation: 'Update', time: AFTER }] },
      ['created', AFTER, 'm (Update)'],
    ],
    [
      'changed, by the latest manager',
      {
        creationTimestamp: BEFORE,
        managedFields: [
          { manager: 'late', operation: 'Update', time: LATER, subresource: 'status' },
          { manager: 'early', operation: 'Apply', time: AFTER },
        ],
      },
      ['changed', LATER, 'late (Update of status)'],
    ],
    [
      'being deleted',
      { creationTimestamp: BEFORE, deletionTimestamp: AFTER, managedFields: [{ manager: 'm', time: BEFORE }] },
      ['deletion began', AFTER, ''],
    ],
    ['without managed fields', { creationTimestamp: AFTER }, ['created', AFTER, '']],
    ['without any time', {}, []],
  ])('%s', (_, metadata, expected) => {
    expect(of(metadata)).toEqual(expected);
  });
});
