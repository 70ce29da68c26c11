import { list, rulesText } from './rule-text.js';

const names = (count: number, name: string): string[] => Array.from({ length: count }, (_, i) => `${name}${i}`);

describe('rulesText', () => {
  it('has one line for each resource, with its verbs', () =>
    expect(
      rulesText([
        { apiGroups: [''], resources: ['pods', 'nodes'], verbs: ['get', 'list'] },
        { apiGroups: [''], resources: ['pods'], verbs: ['watch'] },
      ]),
    ).toBe(
      '{APIGroups:[""], Resources:["nodes"], Verbs:["get" "list"]}\n{APIGroups:[""], Resources:["pods"], Verbs:["get" "list" "watch"]}',
    ));

  it('does not repeat a long group, name or verb in every line', () => {
    const long = 'x'.repeat(200_000);
    const rules = [
      { apiGroups: [long], resources: names(60, 'r'), verbs: ['get'] },
      { apiGroups: [''], resources: [long], resourceNames: names(60, 'n'), verbs: ['get'] },
      { apiGroups: [''], resources: names(60, 'r'), verbs: [long] },
      { apiGroups: [''], resources: names(60, 'r'), verbs: names(20_000, 'v') },
      { nonResourceURLs: names(60, long), verbs: ['get'] },
    ];
    for (const rule of rules) {
      const text = rulesText([rule]);
      expect([text.length < 1_000_000, text.includes('...')]).toEqual([true, true]);
    }
  });
});

it('lists all words where they are not too many', () =>
  expect(list(names(500, 'group-'))).toBe(`[${names(500, 'group-').map((name) => `"${name}"`).join(' ')}]`)); // prettier-ignore
