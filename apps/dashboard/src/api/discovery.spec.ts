import { resourcesOf } from './discovery';
import { ApiFailure } from './failure';
import { pathOf } from './resource';

const kind = (more: object = {}) => ({
  resource: 'widgets',
  responseKind: { kind: 'Widget' },
  verbs: ['list'],
  ...more,
});
const group = (resources: unknown, name: unknown = 'example.com', version: unknown = 'v1') => ({
  metadata: { name },
  versions: [{ version, resources }],
});

describe('resourcesOf', () => {
  test('takes a kind in the first version that has it', () => {
    const versions = [
      { version: 'v2', resources: [kind()] },
      { version: 'v1', resources: [kind(), kind({ resource: 'gadgets' })] },
    ];
    const found = resourcesOf({ metadata: { name: 'example.com' }, versions });
    expect(found.map(({ resource, version }) => `${version}/${resource}`)).toEqual(['v2/widgets', 'v1/gadgets']);
  });

  test.each([
    ['a plural that leads to other objects', group([kind({ resource: '../../../api/v1/namespaces/default/secrets' })])],
    ['a plural of dots', group([kind({ resource: '..' })])],
    ['a plural with a query', group([kind({ resource: 'widgets?watch=1' })])],
    ['a plural that is not text', group([kind({ resource: { toString: 1 } })])],
    ['a version that leads elsewhere', group([kind()], 'example.com', '../v1')],
    ['a group that leads elsewhere', group([kind()], '../../api')],
    ['kinds that are not a list', group({ length: 1, 0: kind() })],
    ['null in the place of a kind', group([null])],
    ['versions that are not a list', { metadata: { name: 'example.com' }, versions: 7 }],
    ['nothing', null],
  ])('leaves out %s', (_name, answer) => {
    expect(resourcesOf(answer)).toEqual([]);
  });

  test.each([
    [{ verbs: 'list', shortNames: 7, categories: {}, subresources: 'x' }],
    [{ verbs: null, shortNames: null, categories: null, subresources: null }],
  ])('lists that are none are empty: %j', (fields) => {
    const [found] = resourcesOf(group([kind(fields)]));
    expect(found).toMatchObject({ verbs: [], shortNames: [], categories: [], subresources: [] });
  });
});

describe('pathOf', () => {
  const widgets = { group: 'example.com', version: 'v1', resource: 'widgets' };
  test('escapes what is not a name', () => {
    expect(pathOf(widgets, 'a/b', 'c?d#e')).toBe('/apis/example.com/v1/namespaces/a%2Fb/widgets/c%3Fd%23e');
  });

  test.each(['.', '..'])('has no part %s, which a browser would resolve', (dots) => {
    expect(() => pathOf(widgets, dots, 'x')).toThrow(ApiFailure);
    expect(() => pathOf(widgets, 'x', dots)).toThrow(ApiFailure);
  });
});
