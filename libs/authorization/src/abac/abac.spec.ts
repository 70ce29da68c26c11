import * as fc from 'fast-check';
import { vocabularies, type VocabularyName } from '@orch/vocabulary';
import { resolveRequestInfo } from '@orch/http';
import { abacAuthorizer } from './abac-authorizer.js';
import { parsePolicyFile, PolicyFileError } from './parse-policy-file.js';

const API_VERSIONS: Readonly<Record<VocabularyName, string>> = {
  orch: 'abac.authorization.orch.io/v1beta1',
  kubernetes: 'abac.authorization.kubernetes.io/v1beta1',
};
const line = (spec: object, apiVersion = API_VERSIONS.orch) => JSON.stringify({ apiVersion, kind: 'Policy', spec });
const authorizer = (...lines: string[]) =>
  abacAuthorizer(parsePolicyFile(lines.join('\n'), 'policies.jsonl', vocabularies.orch));
const user = (username: string, ...groups: string[]) => ({ username, groups: [...groups, 'system:authenticated'] });
const anonymous = { username: 'system:anonymous', groups: ['system:unauthenticated'] };
const jane = user('jane', 'dev');

const PODS = '/api/v1/namespaces/a/pods';
const ask = (policy: string, who: typeof jane, request: string): boolean => {
  const [method, url] = request.split(' ') as [string, string];
  const { allowed, denied } = authorizer(policy).decide(who, resolveRequestInfo(method, url)) as {
    allowed: boolean;
    denied?: boolean;
  };
  expect(denied).toBeUndefined(); // other authorizers may still allow it
  return allowed;
};

describe('policies', () => {
  const all = { namespace: '*', resource: '*', apiGroup: '*' };
  const rows: [what: string, spec: object, who: typeof jane, request: string, allowed: boolean][] = [
    ['the user', { user: 'jane', ...all }, jane, `POST ${PODS}`, true],
    ['another user', { user: 'joe', ...all }, jane, `POST ${PODS}`, false],
    ['a group', { group: 'dev', ...all }, jane, `POST ${PODS}`, true],
    ['another group', { group: 'ops', ...all }, jane, `POST ${PODS}`, false],
    ['user and group', { user: 'jane', group: 'dev', ...all }, jane, `POST ${PODS}`, true],
    ['the user in another group', { user: 'jane', group: 'ops', ...all }, jane, `POST ${PODS}`, false],
    ['another user in the group', { user: 'joe', group: 'dev', ...all }, jane, `POST ${PODS}`, false],
    ['every user', { user: '*', ...all }, jane, `POST ${PODS}`, true],
    ['every user: not the anonymous', { user: '*', ...all }, anonymous, `GET ${PODS}`, false],
    ['every group', { group: '*', ...all }, jane, `POST ${PODS}`, true],
    ['every user of a group', { user: '*', group: 'ops', ...all }, jane, `POST ${PODS}`, false],
    ['the anonymous by their group', { group: 'system:unauthenticated', ...all }, anonymous, `GET ${PODS}`, true],
    ['readonly: get', { user: 'jane', ...all, readonly: true }, jane, `GET ${PODS}/x`, true],
    ['readonly: list', { user: 'jane', ...all, readonly: true }, jane, `GET ${PODS}`, true],
    ['readonly: watch', { user: 'jane', ...all, readonly: true }, jane, `GET ${PODS}?watch=1`, true],
    ['readonly: create', { user: 'jane', ...all, readonly: true }, jane, `POST ${PODS}`, false],
    ['readonly: delete', { user: 'jane', ...all, readonly: true }, jane, `DELETE ${PODS}/x`, false],
    ['readonly: false', { user: 'jane', ...all, readonly: false }, jane, `DELETE ${PODS}/x`, true],
    ['one resource', { user: 'jane', ...all, resource: 'pods' }, jane, `GET ${PODS}`, true],
    ['its sub-resources', { user: 'jane', ...all, resource: 'pods' }, jane, `GET ${PODS}/x/log`, true],
    ['another resource', { user: 'jane', ...all, resource: 'secrets' }, jane, `GET ${PODS}`, false],
    ['one namespace', { user: 'jane', ...all, namespace: 'a' }, jane, `GET ${PODS}`, true],
    ['another namespace', { user: 'jane', ...all, namespace: 'b' }, jane, `GET ${PODS}`, false],
    ['one namespace: not all of them', { user: 'jane', ...all, namespace: 'a' }, jane, 'GET /api/v1/pods', false],
    ['no namespace: all of them at once', { user: 'jane', resource: 'pods' }, jane, 'GET /api/v1/pods', true],
    ['no namespace: not one of them', { user: 'jane', resource: 'pods' }, jane, `GET ${PODS}`, false],
    ['no group of APIs: the core', { user: 'jane', namespace: '*', resource: '*' }, jane, `GET ${PODS}`, true],
    ['no group of APIs: no other', { user: 'jane', namespace: '*', resource: '*' }, jane, 'GET /apis/apps/v1/deployments', false],
    ['a group of APIs', { user: 'jane', ...all, apiGroup: 'apps' }, jane, 'GET /apis/apps/v1/deployments', true],
    ['resources: no paths', { user: 'jane', ...all }, jane, 'GET /metrics', false],
    ['a path', { user: 'jane', nonResourcePath: '/metrics' }, jane, 'GET /metrics', true],
    ['a path: not below it', { user: 'jane', nonResourcePath: '/metrics' }, jane, 'GET /metrics/x', false],
    ['paths that begin so', { user: 'jane', nonResourcePath: '/metrics/*' }, jane, 'GET /metrics/x', true],
    ['paths that begin otherwise', { user: 'jane', nonResourcePath: '/metrics/*' }, jane, 'GET /metric', false],
    ['all paths', { user: 'jane', nonResourcePath: '*' }, jane, 'GET /metrics', true],
    ['paths: no resources', { user: 'jane', nonResourcePath: '*' }, jane, `GET ${PODS}`, false],
    ['a path, readonly: head', { user: 'jane', nonResourcePath: '/x', readonly: true }, jane, 'HEAD /x', true],
    ['a path, readonly: post', { user: 'jane', nonResourcePath: '/x', readonly: true }, jane, 'POST /x', false],
  ]; // prettier-ignore
  for (const [what, spec, who, request, allowed] of rows) {
    it(`D-074 ${what}: ${allowed}`, () => expect(ask(line(spec), who, request)).toBe(allowed));
  }
});

describe('policies of the old form', () => {
  const rows: [what: string, policy: object, who: typeof jane, request: string, allowed: boolean][] = [
    ['a user may do all', { user: 'jane' }, jane, 'DELETE /apis/apps/v1/namespaces/a/deployments/x', true],
    ['and all paths', { user: 'jane' }, jane, 'GET /metrics', true],
    ['another may not', { user: 'joe' }, jane, `GET ${PODS}`, false],
    ['no subject means all authenticated users', { readonly: true }, jane, `GET ${PODS}`, true],
    ['which the anonymous are not', { readonly: true }, anonymous, `GET ${PODS}`, false],
    ['readonly', { readonly: true }, jane, `POST ${PODS}`, false],
    ['a resource', { user: 'jane', resource: 'pods' }, jane, `POST ${PODS}`, true],
    ['a resource: no paths', { user: 'jane', resource: 'pods' }, jane, 'GET /metrics', false],
    ['another resource', { user: 'jane', resource: 'pods' }, jane, 'GET /api/v1/namespaces/a/secrets', false],
    ['a namespace', { group: 'dev', namespace: 'a' }, jane, `POST ${PODS}`, true],
    ['another namespace', { group: 'dev', namespace: 'b' }, jane, `POST ${PODS}`, false],
  ];
  for (const [what, policy, who, request, allowed] of rows) {
    it(`D-074 ${what}: ${allowed}`, () => expect(ask(JSON.stringify(policy), who, request)).toBe(allowed));
  }
});

describe('the file', () => {
  const parse = (text: string, vocabulary: VocabularyName = 'orch') =>
    parsePolicyFile(text, 'policies.jsonl', vocabularies[vocabulary]);
  const good = line({ user: 'jane' });
  const bad: [what: string, text: string, message: string][] = [
    ['no JSON', '{"user":', 'is not a JSON object'],
    ['a list', '[]', 'is not a JSON object'],
    ['an object over two lines', '{"user":\n"jane"}', 'is not a JSON object'],
    ['another version', line({ user: 'jane' }, 'abac.authorization.orch.io/v1'), 'apiVersion: must be abac.authorization.orch.io/v1beta1, not abac.authorization.orch.io/v1'],
    ['another kind', JSON.stringify({ apiVersion: API_VERSIONS.orch, kind: 'Role', spec: {} }), 'kind: must be Policy'],
    ['no kind', JSON.stringify({ apiVersion: API_VERSIONS.orch, spec: {} }), 'kind: must be Policy'],
    ['no version', JSON.stringify({ kind: 'Policy', spec: { user: 'x' } }), 'apiVersion: must be abac.authorization.orch.io/v1beta1'],
    ['no object as rule', JSON.stringify({ apiVersion: API_VERSIONS.orch, kind: 'Policy', spec: [{ user: 'x' }] }), 'spec: must be a map'],
    ['no rule', JSON.stringify({ apiVersion: API_VERSIONS.orch, kind: 'Policy' }), 'spec: is needed: the rule'],
    ['a rule outside the spec', JSON.stringify({ apiVersion: API_VERSIONS.orch, kind: 'Policy', spec: {}, user: 'x' }), 'user: is not a known field: use apiVersion, kind, spec'],
    ['no subject', line({ resource: '*' }), 'needs a "user" or a "group"'],
    ['a field of another type', line({ user: 7 }), 'spec.user: must be a text'],
    ['a switch of another type', line({ user: 'x', readonly: 'true' }), 'spec.readonly: must be true or false'],
    ['a misspelt field', line({ user: 'x', readOnly: true }), 'spec.readOnly: is not a known field: use '],
    ['a misspelt field of the old form', '{"user":"x","readOnly":true}', 'readOnly: is not a known field: use user, group, namespace, resource, readonly'],
    ['a field the old form does not know', '{"user":"x","apiGroup":"apps"}', 'apiGroup: is not a known field'],
  ]; // prettier-ignore
  for (const [what, text, message] of bad) {
    it(`${what} is refused, by file and line`, () => {
      const read = () => parse(`# first\n${good}\n\n${text}`);
      expect(read).toThrow(PolicyFileError);
      expect(read).toThrow(`policies.jsonl, line 4: `);
      expect(read).toThrow(message);
    });
  }
  it('D-074 one policy a line, in both vocabularies', () => {
    for (const name of ['orch', 'kubernetes'] as const) {
      expect(parse(`\r\n # x\r\n${line({ user: 'a' }, API_VERSIONS[name])}\r\n{"user":"b"}\r\n`, name)).toMatchObject([
        { user: 'a' },
        { user: 'b' },
      ]);
    }
    expect(() => parse(line({ user: 'a' }, API_VERSIONS.kubernetes))).toThrow('line 1');
  });
});

it('all policies together allow what one of them allows', () => {
  const names = ['a', 'b', 'c'];
  const name = fc.constantFrom(...names);
  const spec = fc.record(
    {
      user: fc.constantFrom(...names, '*'),
      group: fc.constantFrom(...names, '*'),
      resource: name,
      readonly: fc.boolean(),
    },
    { requiredKeys: ['resource'] },
  );
  const policies = fc.array(
    spec.filter(({ user, group }) => user !== undefined || group !== undefined),
    { maxLength: 6 },
  );
  const who = fc.record({ username: name, groups: fc.uniqueArray(fc.constantFrom(...names, 'system:authenticated')) });
  const verb = fc.constantFrom('GET', 'POST');
  fc.assert(
    fc.property(policies, who, verb, name, (specs, asking, method, resource) => {
      const info = resolveRequestInfo(method, `/api/v1/${resource}`);
      const decide = (of: readonly object[]) => authorizer(...of.map((one) => line(one))).decide(asking, info);
      const anyOfThem = specs.some((one) => (decide([one]) as { allowed: boolean }).allowed);
      expect(decide(specs)).toMatchObject({ allowed: anyOfThem });
    }),
  );
});

it('D-107 lists the rules of a namespace', () => {
  const rules = authorizer(
    line({ user: 'jane', namespace: 'a', resource: 'pods', readonly: true }),
    line({ user: 'jane', namespace: 'b', resource: 'secrets' }),
    line({ group: 'dev', namespace: '*', resource: '*', apiGroup: '*' }),
    line({ user: 'joe', namespace: '*', resource: '*' }),
    line({ user: 'jane', nonResourcePath: '/metrics*', readonly: true }),
  ).rulesFor(jane, 'a');
  expect(rules).toEqual({
    resourceRules: [
      { verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['pods'] },
      { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
    ],
    nonResourceRules: [{ verbs: ['get', 'head'], nonResourceURLs: ['/metrics*'] }],
    incomplete: false,
  });
});
