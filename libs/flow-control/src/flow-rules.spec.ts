import type { PolicyRulesWithSubjects } from '@orch/api';
import { resolveRequestInfo } from '@orch/http';
import { flowRules, requestsOf, type FlowRule } from './flow-rules.js';

const JANE = { username: 'jane', groups: ['dev', 'system:authenticated'] };
const BUILDER = { username: 'system:serviceaccount:ci:builder', groups: ['system:serviceaccounts'] };
const everything = { verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*'] };

const matches = (rule: PolicyRulesWithSubjects, user: typeof JANE, line: string): boolean => {
  const [method, url] = line.split(' ') as [string, string];
  const info = resolveRequestInfo(method, url);
  return flowRules([rule]).some(({ isOf, requests }) => isOf(user) && requests.some((test) => test(info)));
};

describe('subjects of flow rules', () => {
  const user = (name: string) => ({ kind: 'User', user: { name } });
  const group = (name: string) => ({ kind: 'Group', group: { name } });
  const account = (namespace: string, name: string) => ({
    kind: 'ServiceAccount',
    serviceAccount: { namespace, name },
  });
  const rows = [
    { subject: user('jane'), user: JANE, want: true },
    { subject: user('john'), user: JANE, want: false },
    { subject: user('*'), user: JANE, want: true },
    { subject: group('dev'), user: JANE, want: true },
    { subject: group('ops'), user: JANE, want: false },
    { subject: group('*'), user: JANE, want: true },
    { subject: account('ci', 'builder'), user: BUILDER, want: true },
    { subject: account('ci', '*'), user: BUILDER, want: true },
    { subject: account('c', '*'), user: BUILDER, want: false },
    { subject: account('ci', 'build'), user: BUILDER, want: false },
    { subject: account('ci', '*'), user: JANE, want: false },
  ];
  for (const { subject, user, want } of rows) {
    it(`D-224 ${JSON.stringify(subject)} ${want ? 'matches' : 'does not match'} ${user.username}`, () =>
      expect(matches({ subjects: [subject], resourceRules: [everything] }, user, 'GET /api/v1/nodes')).toBe(want));
  }
});

describe('rules of flow schemas', () => {
  const group = [{ kind: 'User', user: { name: '*' } }];
  const rows = [
    { rule: everything, line: 'GET /api/v1/nodes', want: true },
    { rule: everything, line: 'GET /version', want: false },
    { rule: { ...everything, verbs: ['list'] }, line: 'GET /api/v1/pods', want: true },
    { rule: { ...everything, verbs: ['list'] }, line: 'GET /api/v1/pods?watch=true', want: false },
    { rule: { ...everything, apiGroups: ['apps'] }, line: 'GET /apis/apps/v1/deployments', want: true },
    { rule: { ...everything, apiGroups: [''] }, line: 'GET /apis/apps/v1/deployments', want: false },
    { rule: { ...everything, resources: ['pods'] }, line: 'GET /api/v1/namespaces/a/pods/x', want: true },
    { rule: { ...everything, resources: ['pods'] }, line: 'GET /api/v1/namespaces/a/pods/x/status', want: false },
    { rule: { ...everything, resources: ['pods/status'] }, line: 'GET /api/v1/namespaces/a/pods/x/status', want: true },
    { rule: { ...everything, clusterScope: false }, line: 'GET /api/v1/nodes', want: false },
    { rule: { ...everything, clusterScope: false }, line: 'GET /api/v1/namespaces/a/pods', want: true },
    { rule: { ...everything, namespaces: ['b'] }, line: 'GET /api/v1/namespaces/a/pods', want: false },
    { rule: { ...everything, namespaces: [] }, line: 'GET /api/v1/pods', want: true },
  ];
  for (const { rule, line, want } of rows) {
    it(`D-224 ${JSON.stringify(rule)} ${want ? 'matches' : 'does not match'} ${line}`, () =>
      expect(matches({ subjects: group, resourceRules: [rule] }, JANE, line)).toBe(want));
  }
  const paths = [
    { urls: ['*'], line: 'GET /metrics', want: true },
    { urls: ['*'], line: 'GET /api/v1/pods', want: false },
    { urls: ['/livez'], line: 'GET /livez', want: true },
    { urls: ['/livez'], line: 'GET /livez/ping', want: false },
    { urls: ['/livez/*'], line: 'GET /livez/ping', want: true },
    { urls: ['/livez/*'], line: 'GET /livezz', want: false },
    { urls: ['/livez'], line: 'POST /livez', want: false },
  ];
  for (const { urls, line, want } of paths) {
    it(`D-224 ${urls[0]} ${want ? 'matches' : 'does not match'} ${line}`, () =>
      expect(
        matches({ subjects: group, nonResourceRules: [{ verbs: ['get'], nonResourceURLs: urls }] }, JANE, line),
      ).toBe(want));
  }
});

describe('requestsOf', () => {
  /** Rules of three requests each, and how many requests were read from them. */
  const rulesOf = (matching: readonly boolean[]) => {
    const counted = { reads: 0 };
    const rules = matching.map((isMatching): FlowRule => {
      const requests = [() => true, () => false, () => true];
      const watched = new Proxy(requests, {
        get: (target, name) => {
          if (typeof name === 'string' && /^\d+$/.test(name)) counted.reads++;
          return Reflect.get(target, name) as unknown;
        },
      });
      return { isOf: () => isMatching, requests: watched };
    });
    return { rules, counted };
  };

  it('has the requests of all rules of a user in order, and reads each once', () => {
    const { rules, counted } = rulesOf(Array.from({ length: 1_000 }, (_, n) => n % 2 === 0));
    const requests = requestsOf(rules, JANE)!;
    expect(counted.reads).toBe(1_500);
    expect(requests).toEqual(rules.filter((_, n) => n % 2 === 0).flatMap((rule) => [...rule.requests]));
  });

  it('is the list of a rule that is the only one', () => {
    const { rules } = rulesOf([false, true, false]);
    expect(requestsOf(rules, JANE)).toBe(rules[1]!.requests);
  });

  it('is undefined when no rule has the user', () => expect(requestsOf(rulesOf([false]).rules, JANE)).toBeUndefined());
});
