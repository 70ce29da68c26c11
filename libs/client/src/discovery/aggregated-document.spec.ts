import { vocabularies } from '@orch/vocabulary';
import { aggregatedAccept, isAggregatedDocument, readAggregatedDocument } from './aggregated-document.js';

const pods = {
  resource: 'pods',
  responseKind: { group: '', version: 'v1', kind: 'Pod' },
  scope: 'Namespaced',
  singularResource: 'pod',
  verbs: ['get', 'list'],
  shortNames: ['po'],
  categories: ['all'],
  subresources: [
    { subresource: 'log', responseKind: { kind: 'Pod' }, verbs: ['get'] },
    { subresource: 'eviction', verbs: ['create'] },
  ],
};
const node = { resource: 'nodes', responseKind: { kind: 'Node' }, scope: 'Cluster', verbs: ['get'] };

it('C-292 requests the newest version first, and accepts plain documents', () =>
  expect(aggregatedAccept(vocabularies.kubernetes)).toBe(
    'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,' +
      'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json',
  ));

it.each([
  [{ kind: 'APIGroupDiscoveryList', items: [] }, true],
  [{ kind: 'APIGroupList', groups: [] }, false],
  [{ versions: ['v1'] }, false],
])('%j is aggregated: %j', (document, is) => expect(isAggregatedDocument(document)).toBe(is));

it('resources are followed by their sub-resources', () =>
  expect(readAggregatedDocument({ items: [{ versions: [{ version: 'v1', resources: [pods, node] }] }] })).toEqual([
    {
      group: '',
      version: 'v1',
      preferred: true,
      resources: [
        { name: 'pods', singularName: 'pod', namespaced: true, kind: 'Pod', verbs: ['get', 'list'], shortNames: ['po'], categories: ['all'] },
        { name: 'pods/log', singularName: '', namespaced: true, kind: 'Pod', verbs: ['get'] },
        { name: 'pods/eviction', singularName: '', namespaced: true, kind: '', verbs: ['create'] },
        { name: 'nodes', singularName: '', namespaced: false, kind: 'Node', verbs: ['get'] },
      ],
    },
  ])); // prettier-ignore

it('the first version of a group is preferred', () => {
  const items = [
    { metadata: { name: 'apps' }, versions: [{ version: 'v1' }, { version: 'v1beta1' }] },
    { metadata: { name: 'empty' } },
  ];
  expect(readAggregatedDocument({ items })).toEqual([
    { group: 'apps', version: 'v1', preferred: true, resources: [] },
    { group: 'apps', version: 'v1beta1', preferred: false, resources: [] },
  ]);
  expect(readAggregatedDocument({})).toEqual([]);
});

it('a resource that has sub-resources only is not listed itself', () => {
  const { responseKind: _none, ...bare } = pods;
  const [version] = readAggregatedDocument({ items: [{ versions: [{ version: 'v1', resources: [bare] }] }] });
  expect(version?.resources.map(({ name }) => name)).toEqual(['pods/log', 'pods/eviction']);
});
