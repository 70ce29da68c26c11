import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from '@orch/api';
import { Entry } from '@orch/registry';
import { vocabularies } from '@orch/vocabulary';
import { customKindContext } from './custom-kind.js';
import { customResourceOf } from './custom-resource.js';

it('a definition of many deprecated versions is read in linear time', () => {
  const count = 100;
  let reads = 0;
  const versions = Array.from({ length: count }, (_, i) => {
    const version = { name: `v${i + 1}`, served: true, storage: i === count - 1, deprecated: i % 2 === 0 };
    return new Proxy(version as CustomResourceDefinitionVersion, {
      get(target, member, receiver) {
        reads++;
        return Reflect.get(target, member, receiver) as unknown;
      },
    });
  });
  const definition = {
    metadata: { name: 'things.x.example.com' },
    spec: { group: 'x.example.com', scope: 'Cluster', names: { plural: 'things', kind: 'Thing' }, versions },
    status: { conditions: [{ type: 'Established', status: 'True' }] },
  } as unknown as CustomResourceDefinition;
  const entry = new Entry('', 1, Buffer.from('{}'), () => ({ labels: undefined, fields: {} }));
  const resource = customResourceOf(definition, entry, customKindContext(vocabularies.orch, undefined), 1)!;
  expect(reads).toBeLessThan(50 * count);
  expect(resource.served.map(({ deprecation }) => deprecation).slice(-2)).toEqual([
    'x.example.com/v99 Thing is deprecated; use x.example.com/v100 Thing',
    undefined,
  ]);
});
