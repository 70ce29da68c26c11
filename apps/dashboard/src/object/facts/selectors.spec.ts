import { selectorFacts } from './selectors';

const factsOf = (selector: unknown) => selectorFacts({ spec: { selector } });

describe('selectors of pods', () => {
  test('labels and expressions lead to the list of the pods that have them', () => {
    const matchExpressions = [
      { key: 'tier', operator: 'In', values: ['db', 'cache'] },
      { key: 'zone', operator: 'NotIn', values: ['a'] },
      { key: 'x', operator: 'Exists' },
      { key: 'y', operator: 'DoesNotExist' },
    ];
    expect(factsOf({ matchLabels: { app: 'web' }, matchExpressions })).toEqual([
      { label: 'Selector', value: 'app=web, tier In (db, cache), zone NotIn (a), x Exists, y DoesNotExist' },
      {
        label: 'Pods',
        value: 'List the pods it selects',
        list: { resource: 'pods', labels: 'app=web,tier in (db,cache),zone notin (a),x,!y' },
      },
    ]);
  });

  test('the selector of a Service or ReplicationController is a map of labels', () => {
    expect(factsOf({ app: 'web', matchLabels: 'x' })).toMatchObject([
      { value: 'app=web, matchLabels=x' },
      { list: { labels: 'app=web,matchLabels=x' } },
    ]);
  });

  test.each([[undefined], [{}], [null], ['x'], [{ matchLabels: {} }]])('%j selects nothing', (selector) => {
    expect(factsOf(selector)).toEqual([]);
  });
});
