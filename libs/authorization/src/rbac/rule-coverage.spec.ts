import fc from 'fast-check';
import type { PolicyRule } from '@orch/api';
import { missingRules, missingRulesInSteps } from './rule-coverage.js';
import { rulesText } from './rule-text.js';
import { arbitraryRule, atoms, naiveCovers } from './naive-rules.fixture.js';

const rule = (verbs: string, resources: string, more: Partial<PolicyRule> = {}): PolicyRule => ({
  verbs: verbs.split(' '),
  apiGroups: [''],
  resources: resources.split(' '),
  ...more,
});
const path = (verb: string, ...nonResourceURLs: string[]): PolicyRule => ({ verbs: [verb], nonResourceURLs });

describe('missingRules', () => {
  const table: [name: string, held: PolicyRule[], wanted: PolicyRule[], missing: string][] = [
    ['the same', [rule('get', 'pods')], [rule('get', 'pods')], ''],
    ['nothing is in everything', [], [], ''],
    ['parts of several', [rule('get', 'pods'), rule('list', 'pods')], [rule('get list', 'pods')], ''],
    [
      'a verb more',
      [rule('get', 'pods')],
      [rule('get list', 'pods')],
      '{APIGroups:[""], Resources:["pods"], Verbs:["list"]}',
    ],
    [
      'a list of verbs does not cover a star',
      [rule('get list watch create update patch delete', 'pods')],
      [rule('*', 'pods')],
      '{APIGroups:[""], Resources:["pods"], Verbs:["*"]}',
    ],
    [
      'everything holds a star',
      [rule('*', '*', { apiGroups: ['*'] })],
      [rule('*', '* pods/log', { apiGroups: ['*', 'apps'] })],
      '',
    ],
    ['a name of all', [rule('get', 'pods')], [rule('get', 'pods', { resourceNames: ['a'] })], ''],
    [
      'all are more than a name',
      [rule('get', 'pods', { resourceNames: ['a'] })],
      [rule('get', 'pods')],
      '{APIGroups:[""], Resources:["pods"], Verbs:["get"]}',
    ],
    [
      'another name',
      [rule('get', 'pods', { resourceNames: ['a'] })],
      [rule('get', 'pods', { resourceNames: ['a', 'b'] })],
      '{APIGroups:[""], Resources:["pods"], ResourceNames:["b"], Verbs:["get"]}',
    ],
    ['scale of everything', [rule('get', '*/scale')], [rule('get', 'x/scale */scale')], ''],
    [
      'scale of one',
      [rule('get', 'x/scale')],
      [rule('get', '*/scale')],
      '{APIGroups:[""], Resources:["*/scale"], Verbs:["get"]}',
    ],
    [
      'D-088 an empty resource name covers no resource',
      [{ verbs: ['*'], apiGroups: ['*'], resources: [''] }],
      [rule('get', 'pods *', { apiGroups: ['*'] })],
      '{APIGroups:["*"], Resources:["*"], Verbs:["get"]}\n{APIGroups:["*"], Resources:["pods"], Verbs:["get"]}',
    ],
    ['paths below', [path('get', '/a/*')], [path('get', '/a/b', '/a/*', '/a/b*')], ''],
    [
      'paths outside the prefix',
      [path('get', '/a/*')],
      [path('get', '/a', '/a*')],
      '{NonResourceURLs:["/a"], Verbs:["get"]}\n{NonResourceURLs:["/a*"], Verbs:["get"]}',
    ],
    [
      'resources do not cover paths',
      [rule('*', '*', { apiGroups: ['*'] })],
      [path('get', '/a')],
      '{NonResourceURLs:["/a"], Verbs:["get"]}',
    ],
    [
      'words of objects',
      [rule('get', 'pods')],
      [rule('constructor', '__proto__')],
      '{APIGroups:[""], Resources:["__proto__"], Verbs:["constructor"]}',
    ],
  ];
  it.each(table)('%s', (_name, held, wanted, missing) => expect(rulesText(missingRules(held, wanted))).toBe(missing));

  it('matches a naive comparison of all combinations', () =>
    fc.assert(
      fc.property(
        fc.array(arbitraryRule, { maxLength: 5 }),
        fc.array(arbitraryRule, { maxLength: 4 }),
        (held, wanted) => {
          const missing = missingRules(held, wanted);
          const texts = (rules: readonly PolicyRule[]) =>
            [...new Set(atoms(rules).map((atom) => JSON.stringify(atom)))].sort();
          expect(texts(missing)).toEqual(texts(atoms(wanted).filter((atom) => !naiveCovers(held, atom))));
          expect(missingRules([...held, ...missing], wanted)).toEqual([]);
        },
      ),
    ));

  it('D-088 stops a comparison that would take too long, and treats the rest as missing', () => {
    const many = Array.from({ length: 3_000 }, (_, at) => rule('get', `r${at}`));
    const missing = missingRules(many, many);
    expect(missing.length).toBeGreaterThan(0);
    expect(missing.length).toBeLessThan(3_000);
  });

  it('D-088 compares many paths without quadratic cost', () => {
    const below = Array.from({ length: 2_000 }, (_, at) => `/a${at}/*`);
    const others = Array.from({ length: 12_000 }, (_, at) => `/b${at}/c`);
    const compared = jest.spyOn(String.prototype, 'startsWith');
    const missing = missingRules([path('get', ...below)], [path('get', '/a7/x', ...others)]);
    const times = compared.mock.calls.length;
    compared.mockRestore();
    expect(missing.flatMap(({ nonResourceURLs = [] }) => nonResourceURLs)).toEqual(others);
    expect(times).toBeLessThan(100);
  });

  it('D-088 compares many names or paths in steps', () => {
    const names = Array.from({ length: 60_000 }, (_, at) => `n${at}`);
    const held = [rule('get', 'pods', { resourceNames: names })];
    let steps = 0;
    const work = missingRulesInSteps(held, [rule('get list', 'pods', { resourceNames: names })]);
    let step = work.next();
    for (; !step.done; step = work.next()) steps++;
    expect(step.value.flatMap(({ resourceNames = [] }) => resourceNames)).toEqual(names);
    expect(steps).toBeGreaterThanOrEqual(2);
  });

  it('D-088 prepares few held rules with many names in steps', () => {
    const names = Array.from({ length: 20_000 }, (_, at) => `n${at}`);
    const held = Array.from({ length: 5 }, () => rule('get', 'pods', { resourceNames: names }));
    let steps = 0;
    for (const work = missingRulesInSteps(held, [rule('get', 'pods', { resourceNames: ['n1'] })]); !work.next().done;)
      steps++;
    expect(steps).toBeGreaterThanOrEqual(held.length);
  });

  it('D-088 stops for rules that split each other into ever smaller parts', () => {
    const words = (letter: string, step = 1) => Array.from({ length: 900 / step }, (_, at) => `${letter}${at * step}`);
    const piece = (step: number): PolicyRule => ({
      verbs: words('v', step),
      apiGroups: words('g', step),
      resources: words('r', step),
      resourceNames: words('n', step),
    });
    const held = Array.from({ length: 80 }, (_, at) => piece(at + 20));
    expect(missingRules(held, [piece(1)]).length).toBeLessThan(2_000);
  });
});
