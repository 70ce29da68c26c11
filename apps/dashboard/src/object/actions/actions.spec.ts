import type { ApiObject } from '../../api/object';
import type { Resource } from '../../api/resource';
import { factsOf } from '../facts/facts';
import { actionsOf } from './actions';

test('a kind with a name that every JavaScript object inherits has no actions and no facts of its own', () => {
  const object: ApiObject = { metadata: { name: 'a' }, spec: { size: 1 } };
  for (const group of ['', 'example.com']) {
    const resource = { group, version: 'v1', resource: 'constructor' } as Resource;
    expect(actionsOf(resource, object)).toEqual([]);
    expect(factsOf(resource, object)).toEqual([{ label: 'size', value: '1' }]);
  }
});
