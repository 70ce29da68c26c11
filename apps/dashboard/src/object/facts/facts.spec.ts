import type { ApiObject } from '../../api/object';
import type { Resource } from '../../api/resource';
import { factsOf } from './facts';

const facts = (resource: string, fields: object): [string, string][] =>
  factsOf({ group: '', resource } as Resource, { metadata: { name: 'a' }, ...fields } as ApiObject).map(
    ({ label, value }) => [label, value],
  );
const rule = {
  operations: ['CREATE', 'UPDATE'],
  apiGroups: ['', 'apps'],
  apiVersions: ['v1'],
  resources: ['pods', 'deployments'],
};

describe('summaries', () => {
  test('webhooks say what they match, who is asked and what happens on failure', () => {
    const hook = {
      name: 'w.example.com',
      rules: [{ ...rule, scope: 'Namespaced' }],
      namespaceSelector: { matchLabels: { team: 'a' } },
      objectSelector: { matchExpressions: [{ key: 'app', operator: 'Exists' }] },
      matchConditions: [{ name: 'c', expression: 'request.userInfo.username != "x"' }],
      clientConfig: { service: { namespace: 'n', name: 'hooks', path: '/v' } },
      failurePolicy: 'Fail',
      timeoutSeconds: 10,
    };
    const byUrl = {
      name: 'u',
      rules: [{ ...rule, scope: '*' }],
      clientConfig: { url: 'https://h' },
      failurePolicy: 'Ignore',
    };
    expect(facts('validatingwebhookconfigurations', { webhooks: [hook, byUrl] })).toEqual([
      [
        'w.example.com',
        'CREATE, UPDATE pods, deployments (core, apps) Namespaced; in namespaces with team=a; of objects with app Exists; when request.userInfo.username != "x" → n/hooks/v; on failure: Fail; within 10s',
      ],
      ['u', 'CREATE, UPDATE pods, deployments (core, apps) → https://h; on failure: Ignore'],
    ]);
  });

  test('policies say what they match and ask for', () => {
    const spec = {
      matchConstraints: {
        resourceRules: [{ ...rule, resourceNames: ['web'] }],
        excludeResourceRules: [{ operations: ['*'], apiGroups: ['*'], resources: ['secrets'] }],
        namespaceSelector: { matchLabels: { team: 'a' } },
      },
      matchConditions: [{ expression: 'a' }, { expression: 'b' }],
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      failurePolicy: 'Fail',
      validations: [{ expression: 'object.spec.replicas < 5', message: 'too many' }],
    };
    expect(facts('validatingadmissionpolicies', { spec })).toEqual([
      ['Matches', 'CREATE, UPDATE pods, deployments (core, apps) named web; in namespaces with team=a'],
      ['Except', '* secrets (*)'],
      ['When', 'a and b'],
      ['Parameters', 'ConfigMap'],
      ['On failure', 'Fail'],
      ['Validation 1', 'object.spec.replicas < 5 — too many'],
    ]);
    const mutations = [{ applyConfiguration: { expression: 'Object{}' } }, { jsonPatch: { expression: '[]' } }];
    expect(facts('mutatingadmissionpolicies', { spec: { mutations } })).toEqual([
      ['Mutation 1', 'Object{}'],
      ['Mutation 2', '[]'],
    ]);
  });

  test('bindings of policies name the policy and what they narrow it to', () => {
    const spec = { policyName: 'p', validationActions: ['Deny', 'Audit'], paramRef: { name: 'limits' } };
    expect(facts('validatingadmissionpolicybindings', { spec })).toEqual([
      ['Policy', 'p'],
      ['Actions', 'Deny, Audit'],
      ['Matches', 'all that the policy matches'],
      ['Parameters', 'limits'],
    ]);
    const matchResources = { namespaceSelector: { matchLabels: { team: 'a' } } };
    expect(facts('mutatingadmissionpolicybindings', { spec: { policyName: 'p', matchResources } })).toEqual([
      ['Policy', 'p'],
      ['Matches', 'in namespaces with team=a'],
    ]);
  });

  test('quotas say how much is used', () => {
    const spec = { hard: { pods: '2', 'requests.cpu': '1', secrets: '3' } };
    expect(facts('resourcequotas', { spec, status: { used: { pods: '2', 'requests.cpu': '500m' } } })).toEqual([
      ['pods', '2 of 2'],
      ['requests.cpu', '500m of 1'],
      ['secrets', 'of 3, not counted yet'],
    ]);
  });
});
