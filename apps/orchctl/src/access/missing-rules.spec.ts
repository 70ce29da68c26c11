import { missingRules } from './missing-rules.js';
import type { PolicyRule } from './policy-rule.js';
import { rightsTable } from './rights-table.js';

const on = (resource: string, verbs = 'get', group = '', ...resourceNames: string[]): PolicyRule => ({
  verbs: verbs.split(' '),
  apiGroups: [group],
  resources: [resource],
  ...(resourceNames.length === 0 ? {} : { resourceNames }),
});
const path = (nonResourceURL: string): PolicyRule => ({ verbs: ['get'], nonResourceURLs: [nonResourceURL] });

const rows: [string, PolicyRule[], PolicyRule[], PolicyRule[]][] = [
  ['nothing held', [], [on('pods')], [on('pods')]],
  ['the same', [on('pods')], [on('pods')], []],
  ['a verb more', [on('pods', 'get list')], [on('pods', 'get watch')], [on('pods', 'watch')]],
  ['a verb of another rule', [on('pods'), on('pods', 'list')], [on('pods', 'get list')], []],
  ['every verb', [on('pods', '*')], [on('pods', 'get custom')], []],
  ['every verb is wanted', [on('pods', 'get list')], [on('pods', '*')], [on('pods', '*')]],
  ['another group', [on('pods')], [on('pods', 'get', 'apps')], [on('pods', 'get', 'apps')]],
  ['every group', [on('pods', 'get', '*')], [on('pods', 'get', 'apps')], []],
  ['every resource', [on('*')], [on('pods/log')], []],
  ['a sub-resource is another resource', [on('pods')], [on('pods/log')], [on('pods/log')]],
  ['a sub-resource of every resource', [on('*/scale')], [on('pods/scale')], []],
  ['that is not the resource', [on('*/scale')], [on('pods')], [on('pods')]],
  ['any name holds one', [on('pods')], [on('pods', 'get', '', 'a')], []],
  ['one name does not hold any', [on('pods', 'get', '', 'a')], [on('pods')], [on('pods')]],
  ['names one by one', [on('pods', 'get', '', 'a')], [on('pods', 'get', '', 'a', 'b')], [on('pods', 'get', '', 'b')]],
  ['a path', [path('/logs')], [path('/logs')], []],
  ['a path below', [path('/logs/*')], [path('/logs/a')], []],
  ['a path above', [path('/logs/*')], [path('/logs')], [path('/logs')]],
  ['a path is not a resource', [on('*', '*', '*')], [path('/logs')], [path('/logs')]],
];
it.each(rows)('what is missing: %s', (_name, held, wanted, missing) => {
  expect(missingRules(held, wanted)).toEqual(missing);
});

it('a table has a line for each resource, its verbs joined, its group before the sub-resource', () => {
  const rules = [
    on('pods', 'list'),
    on('deployments/scale', 'get', 'apps'),
    on('pods', 'get', '', 'a'),
    on('pods', 'get'),
    path('/x'),
  ];
  expect(rightsTable(rules, true)).toBe(
    [
      'Resources                Non-Resource URLs   Resource Names   Verbs',
      '                         [/x]                []               [get]',
      'deployments.apps/scale   []                  []               [get]',
      'pods                     []                  [a]              [get]',
      'pods                     []                  []               [list get]',
      '',
    ].join('\n'),
  ); // prettier-ignore
});
