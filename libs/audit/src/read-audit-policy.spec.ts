import type { UserInfo } from '@orch/api';
import { resolveRequestInfo } from '@orch/http';
import { chooseRule } from './choose-rule.js';
import { readAuditPolicy } from './read-audit-policy.js';

const GROUP = 'audit.orch.io';
const policyOf = (fields: object) =>
  readAuditPolicy(JSON.stringify({ apiVersion: `${GROUP}/v1`, kind: 'Policy', ...fields }), GROUP);
const jane: UserInfo = { username: 'jane', groups: ['dev', 'ops'] };
const PODS = '/api/v1/namespaces/a/pods';

describe('readAuditPolicy', () => {
  it('reads YAML', () => {
    const policy = readAuditPolicy(
      [
        `apiVersion: ${GROUP}/v1`,
        'kind: Policy',
        'omitStages: [RequestReceived]',
        'rules:',
        '- {level: None, verbs: [watch], omitStages: [Panic]}',
      ].join('\n'),
      GROUP,
    );
    expect(policy.rules).toHaveLength(1);
    expect([...policy.rules[0]!.omitStages]).toEqual(['RequestReceived', 'Panic']);
  });

  const bad: [fields: object, message: string][] = [
    [{ apiVersion: 'audit.k8s.io/v1' }, 'apiVersion: must be audit.orch.io/v1'],
    [{ kind: 'Rules' }, 'kind: must be Policy'],
    [{ rules: [] }, 'rules: needs at least one rule'],
    [{ rules: {} }, 'rules: must be a list'],
    [{ rules: null }, 'rules: needs at least one rule'],
    [{ rules: ['all'] }, 'rules[0]: must be a map'],
    [{ rules: [[{ level: 'None' }]] }, 'rules[0]: must be a map'],
    [{ rules: [null] }, 'rules[0]: must be a map'],
    [{ rules: [{}] }, 'rules[0].level: must be among None, Metadata'],
    [{ rules: [{ level: 'Metadata', user: ['x'] }] }, 'rules[0].user: is not a known field: use level, users,'],
    [{ rules: [{ level: 'Metadata', verbs: 'get' }] }, 'rules[0].verbs: must be a list'],
    [{ rules: [{ level: 'Metadata', verbs: [1] }] }, 'rules[0].verbs[0]: must be a text'],
    [{ rules: [{ level: 'Metadata', users: [null] }] }, 'rules[0].users[0]: must be a text'],
    [{ rules: [{ level: 'Metadata', resources: {} }] }, 'rules[0].resources: must be a list'],
    [{ rules: [{ level: 'Metadata', resources: [{ group: null }] }] }, 'rules[0].resources[0].group: must be a text'],
    [
      { rules: [{ level: 'Metadata', resources: [{ kinds: [] }] }] },
      'rules[0].resources[0].kinds: is not a known field',
    ],
    [{ rules: [{ level: 'None' }], omitStages: ['Panic', 2] }, 'omitStages[1]: must be a text'],
    [{ rules: [{ level: 'Metadata', omitStages: ['Late'] }] }, 'rules[0].omitStages[0]: must be among'],
    [{ rules: [{ level: 'Metadata', omitManagedFields: 1 }] }, 'rules[0].omitManagedFields: must be true or false'],
    [{ rules: [{ level: 'Metadata', nonResourceURLs: ['/a*b'] }] }, 'rules[0].nonResourceURLs[0]: may have a "*"'],
    [{ rules: [{ level: 'Metadata', nonResourceURLs: ['a'] }] }, 'must be "*" or begin with "/"'],
    [{ rules: [{ level: 'Metadata', nonResourceURLs: ['/a'], namespaces: ['b'] }] }, 'does not go with resources'],
    [{ rules: [{ level: 'Metadata', resources: [{ group: 'apps/v1' }] }] }, 'rules[0].resources[0].group: must be'],
    [{ rules: [{ level: 'Metadata', resources: [{ resourceNames: ['x'] }] }] }, 'resourceNames: requires resources'],
    [{ rules: [{ level: 'None' }], more: 1 }, 'more: is not a known field: use apiVersion, kind,'],
  ];
  for (const [fields, message] of bad) {
    it(`D-190 refuses: ${message}`, () => expect(() => policyOf(fields)).toThrow(message));
  }
  it('D-190 reports all problems of a file', () =>
    expect(() => policyOf({ rules: [{ level: 'None', verbs: 'get' }, {}], more: 1 })).toThrow(
      /rules\[0\]\.verbs: .*; rules\[1\]\.level: .*; more: |more: .*; rules\[0\]\.verbs: .*; rules\[1\]\.level: /,
    ));
  it('D-190 takes null as an absent list or setting', () =>
    expect(policyOf({ omitStages: null, rules: [{ level: 'None', users: null, omitManagedFields: null }] })).toEqual(
      policyOf({ rules: [{ level: 'None' }] }),
    ));
  it('D-190 rejects invalid YAML and duplicate fields', () => {
    expect(() => readAuditPolicy('rules: [', GROUP)).toThrow();
    expect(() => readAuditPolicy('kind: Policy\nkind: Policy', GROUP)).toThrow('holds one field twice: kind');
  });
});

describe('chooseRule', () => {
  const levelOf = (rules: readonly object[], method: string, url: string, user = jane): string =>
    chooseRule(policyOf({ rules }), user, resolveRequestInfo(method, url))?.level ?? 'none';

  it('D-191 returns the first matching rule, or none', () => {
    const [pods, all] = [{ level: 'Request', resources: [{ resources: ['pods'] }] }, { level: 'Metadata' }];
    expect(levelOf([pods, all], 'GET', PODS)).toBe('Request');
    expect(levelOf([all, pods], 'GET', PODS)).toBe('Metadata');
    expect(levelOf([pods], 'GET', '/version')).toBe('none');
  });

  const cases: [rule: object, method: string, url: string, matches: boolean][] = [
    [{ users: ['jane'] }, 'GET', PODS, true],
    [{ users: ['joe'] }, 'GET', PODS, false],
    [{ userGroups: ['ops'] }, 'GET', PODS, true],
    [{ userGroups: ['qa'] }, 'GET', PODS, false],
    [{ users: ['jane'], userGroups: ['qa'] }, 'GET', PODS, false],
    [{ verbs: ['list'] }, 'GET', PODS, true],
    [{ verbs: ['get'] }, 'GET', PODS, false],
    [{ namespaces: ['a'] }, 'GET', PODS, true],
    [{ namespaces: ['b'] }, 'GET', PODS, false],
    [{ namespaces: [''] }, 'GET', '/api/v1/nodes', true],
    [{ namespaces: [''] }, 'GET', '/version', false],
    [{ resources: [{}] }, 'GET', `${PODS}/x/log`, true],
    [{ resources: [{ group: 'apps' }] }, 'GET', PODS, false],
    [{ resources: [{ group: 'apps', resources: ['deployments'] }] }, 'GET', '/apis/apps/v1/deployments', true],
    [{ resources: [{ resources: ['pods'] }] }, 'GET', `${PODS}/x/log`, false],
    [{ resources: [{ resources: ['pods/log'] }] }, 'GET', `${PODS}/x/log`, true],
    [{ resources: [{ resources: ['pods/log'] }] }, 'GET', `${PODS}/x`, false],
    [{ resources: [{ resources: ['pods/*'] }] }, 'GET', `${PODS}/x/status`, true],
    [{ resources: [{ resources: ['pods/*'] }] }, 'GET', PODS, false],
    [{ resources: [{ resources: ['*/status'] }] }, 'GET', `${PODS}/x/status`, true],
    [{ resources: [{ resources: ['*'] }] }, 'GET', `${PODS}/x/status`, true],
    [{ resources: [{ resources: ['pods'], resourceNames: ['x'] }] }, 'GET', `${PODS}/x`, true],
    [{ resources: [{ resources: ['pods'], resourceNames: ['x'] }] }, 'GET', `${PODS}/y`, false],
    [{ resources: [{ resources: ['pods'], resourceNames: ['x'] }] }, 'GET', PODS, false],
    [{ resources: [{}] }, 'GET', '/healthz', false],
    [{ nonResourceURLs: ['/healthz'] }, 'GET', '/healthz', true],
    [{ nonResourceURLs: ['/healthz'] }, 'GET', '/healthz/etcd', false],
    [{ nonResourceURLs: ['/healthz*'] }, 'GET', '/healthz/etcd', true],
    [{ nonResourceURLs: ['*'] }, 'GET', '/any', true],
    [{ nonResourceURLs: ['*'] }, 'GET', PODS, false],
    [{ nonResourceURLs: ['/version'], verbs: ['post'] }, 'GET', '/version', false],
    [{}, 'GET', PODS, true],
    [{}, 'GET', '/version', true],
  ];
  for (const [rule, method, url, matches] of cases) {
    it(`D-192 ${JSON.stringify(rule)} ${matches ? 'matches' : 'does not match'} ${method} ${url}`, () =>
      expect(levelOf([{ level: 'Metadata', ...rule }], method, url)).toBe(matches ? 'Metadata' : 'none'));
  }
});
