import { openApiUrlOf, resourcesOfAggregated, resourcesOfList } from './read-resources.js';

const thing = { resource: 'things', scope: 'Namespaced', singularResource: 'thing', verbs: ['get'] };
const responseKind = { group: 'g', version: 'v1', kind: 'Thing' };

describe('documents of other API servers', () => {
  it('has the resources of the group version, without unknown fields and values of other types', () => {
    const odd = { ...thing, responseKind, verbs: ['get', 1], shortNames: 'x', more: {} };
    const versions = [{ version: 'v1', resources: [odd, 7, null] }, { version: 'v2' }];
    const document = { items: [{ metadata: { name: 'g' }, versions }, 'x'] };
    expect(resourcesOfAggregated(document, 'g', 'v1')).toEqual([{ ...thing, responseKind }]);
    expect(resourcesOfAggregated(document, 'g', 'v3')).toBeUndefined();
    expect(resourcesOfAggregated([], 'g', 'v1')).toBeUndefined();
  });

  it.each([
    ['list', (resources: object[]) => resourcesOfList({ resources })],
    [
      'aggregated document',
      (resources: object[]) =>
        resourcesOfAggregated(
          { items: [{ metadata: { name: 'g' }, versions: [{ version: 'v1', resources }] }] },
          'g',
          'v1',
        ),
    ],
  ])('takes as many resources of a %s as 128 KiB have', (_, read) => {
    const wide = Array.from({ length: 5_000 }, (__, at) => ({
      name: `r${at}`,
      resource: `r${at}`,
      kind: 'Wide',
      verbs: ['x'.repeat(800)],
    }));
    const shown = read(wide)!;
    expect(shown.at(0)).toMatchObject({ resource: 'r0' });
    expect(JSON.stringify(shown).length).toBeLessThan(129 * 1_024);
    expect(JSON.stringify(shown).length).toBeGreaterThan(126 * 1_024);
    expect(read(wide.slice(0, 100))).toHaveLength(100);
  });

  it('nests the sub-resources of a list', () => {
    const resources = [
      { name: 'things', singularName: 'thing', namespaced: true, kind: 'Thing', verbs: ['get'] },
      { name: 'things/status', singularName: '', namespaced: true, kind: 'Thing', verbs: ['update'] },
    ];
    const kind = { group: '', version: '', kind: 'Thing' };
    expect(resourcesOfList({ resources })).toEqual([
      {
        ...thing,
        responseKind: kind,
        subresources: [{ subresource: 'status', responseKind: kind, verbs: ['update'] }],
      },
    ]);
  });

  it.each([
    ['/openapi/v3/apis/g/v1?hash=A', true],
    ['/openapi/v3/apis/g/v1', true],
    ['/openapi/v3/apis/g/v10', false],
    ['/apis/apps/v1', false],
    [`/openapi/v3/apis/g/v1?hash=${'A'.repeat(10_000)}`, false],
  ])('takes the OpenAPI URL %s: %s', (serverRelativeURL, taken) => {
    const document = { paths: { 'apis/g/v1': { serverRelativeURL } } };
    expect(openApiUrlOf(document, 'g', 'v1')).toBe(taken ? serverRelativeURL : undefined);
  });
});
