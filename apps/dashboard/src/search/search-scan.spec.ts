import type { ApiObject, ObjectMeta } from '../api/object';
import type { Resource } from '../api/resource';
import { bestFirst, searchScan } from './search-scan';

const pods = { kind: 'Pod', resource: 'pods' } as Resource;
const object = (metadata: ObjectMeta): ApiObject => ({ metadata });
const web = object({ name: 'web-1', namespace: 'shop', uid: 'u-17', labels: { app: 'Front' } });

describe('search of objects', () => {
  test.each([
    ['web', true],
    ['WEB shop', true],
    ['pod web', true],
    ['app=front', true],
    ['u-17', true],
    ['web other', false],
    ['web-2', false],
  ])('%j finds it: %j', (query, isFound) => {
    expect(searchScan(query).look(pods, web)).toEqual(isFound ? { resource: pods, object: web } : undefined);
  });

  test('exact names come first, then beginnings of names, then parts of names, then other matches', () => {
    const names = ['my-web', 'other', 'web-2', 'web', 'web-1'];
    const found = names.map((name) => ({ resource: pods, object: object({ name }) }));
    expect(bestFirst(found, 'Web shop').map((one) => one.object.metadata.name)).toEqual([
      ...['web', 'web-1', 'web-2', 'my-web', 'other'],
    ]);
  });
});
