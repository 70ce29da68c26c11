import { AuthorizationConfigurationError, readAuthorizationConfiguration } from './read-authorization-configuration.js';

const GROUP = 'apiserver.config.orch.io';
const head = { apiVersion: `${GROUP}/v1`, kind: 'AuthorizationConfiguration' };
const connectionInfo = { type: 'KubeConfigFile', kubeConfigFile: '/etc/judge.conf' };
const webhook = { timeout: '3s', subjectAccessReviewVersion: 'v1', failurePolicy: 'Deny', connectionInfo };
const judge = { type: 'Webhook', name: 'judge.example.com', webhook };
const rbac = { type: 'RBAC', name: 'rbac' };
const read = (document: unknown, policyFlag = false) =>
  readAuthorizationConfiguration(typeof document === 'string' ? document : JSON.stringify(document), {
    group: GROUP,
    policyFlag,
  });
const of = (...authorizers: unknown[]) => ({ ...head, authorizers });
const asking = (changes: object) => of({ ...judge, webhook: { ...webhook, ...changes } });
const matching = (...expressions: string[]) =>
  asking({
    matchConditionSubjectAccessReviewVersion: 'v1',
    matchConditions: expressions.map((expression) => ({ expression })),
  });

describe('authorization configuration', () => {
  for (const version of ['v1alpha1', 'v1beta1', 'v1']) {
    it(`D-077 is read in version ${version}, in its order`, () =>
      expect(read({ ...of(judge, { type: 'Node', name: 'nodes' }, rbac), apiVersion: `${GROUP}/${version}` })).toEqual([
        {
          name: 'judge.example.com',
          mode: 'Webhook',
          webhook: {
            configFile: '/etc/judge.conf',
            version: 'v1',
            authorizedTtlMs: 300_000,
            unauthorizedTtlMs: 30_000,
            timeoutMs: 3_000,
            failurePolicy: 'Deny',
            matchConditions: [],
          },
        },
        { name: 'nodes', mode: 'Node', webhook: undefined },
        { name: 'rbac', mode: 'RBAC', webhook: undefined },
      ]));
  }

  it('D-077 may be YAML, and contain durations', () => {
    const text = `
apiVersion: ${GROUP}/v1beta1
kind: AuthorizationConfiguration
authorizers:
  - type: Webhook
    name: judge
    webhook:
      authorizedTTL: 1m30s
      unauthorizedTTL: 0s
      timeout: 500ms
      subjectAccessReviewVersion: v1beta1
      failurePolicy: NoOpinion
      connectionInfo: { type: KubeConfigFile, kubeConfigFile: /etc/judge.conf }
`;
    const times = { authorizedTtlMs: 90_000, unauthorizedTtlMs: 0, timeoutMs: 500 };
    expect(read(text)[0]!.webhook).toMatchObject({ ...times, version: 'v1beta1', failurePolicy: 'NoOpinion' });
  });

  it('D-077 may contain several webhooks, and other types once', () =>
    expect(read(of(judge, rbac, { ...judge, name: 'second' })).map(({ name }) => name)).toEqual([
      'judge.example.com',
      'rbac',
      'second',
    ]));

  it('D-077 takes null as an absent field', () =>
    expect(read(asking({ authorizedTTL: null, matchConditions: null }))).toEqual(read(of(judge))));

  it('D-077 policies are those of the flag', () =>
    expect(read(of({ type: 'ABAC', name: 'abac' }), true)[0]!.mode).toBe('ABAC'));

  it('D-077 conditions are compiled', () => {
    const texts = [
      "request.user != 'a'",
      "has(request.resourceAttributes) && request.resourceAttributes.verb == 'get'",
    ];
    expect(read(matching(...texts))[0]!.webhook!.matchConditions!.map(({ text }) => text)).toEqual(texts);
  });

  const refused: [what: string, document: unknown, message: string, policyFlag?: boolean][] = [
    ['no YAML', 'authorizers: [', ''],
    ['no map', '[]', 'must be a map'],
    ['a field twice', 'kind: a\nkind: b', 'holds one field twice: kind'],
    ['another kind', { ...of(rbac), kind: 'Other' }, 'kind: must be AuthorizationConfiguration'],
    ['another version', { ...of(rbac), apiVersion: `${GROUP}/v2` }, `apiVersion: must be among ${GROUP}/v1alpha1`],
    ['another group', { ...of(rbac), apiVersion: 'x.io/v1' }, 'apiVersion: must be among'],
    ['no authorizers', of(), 'authorizers: is needed: at least one'],
    ['no list', head, 'authorizers: is needed'],
    ['an unknown field', { ...of(rbac), authorisers: [] }, 'authorisers: is not a known field'],
    ['a list in the place of an authorizer', of([]), 'authorizers[0]: must be a map'],
    ['an unknown type', of({ ...rbac, type: 'rbac' }), 'authorizers[0].type: must be one of Node, RBAC'],
    ['a type twice', of(rbac, { ...rbac, name: 'b' }), 'authorizers[1].type: RBAC is listed twice'],
    ['a name twice', of(rbac, { ...judge, name: 'rbac' }), 'authorizers: must not hold one name twice'],
    ['no name', of({ type: 'RBAC' }), 'authorizers[0].name: '],
    ['a name of other letters', of({ ...rbac, name: 'My judge' }), 'authorizers[0].name: must be of lower case letters'],
    ['no webhook', of({ ...judge, webhook: undefined }), 'authorizers[0].webhook: is needed with type Webhook'],
    ['a webhook of RBAC', of({ ...rbac, webhook }), 'authorizers[0].webhook: goes with type Webhook only'],
    ['no timeout', asking({ timeout: undefined }), 'authorizers[0].webhook.timeout: must be a time such as 3s'],
    ['a timeout of zero', asking({ timeout: '0s' }), 'webhook.timeout: must be a time such as 3s, more than zero'],
    ['a long timeout', asking({ timeout: '31s' }), 'and at most 30s'],
    ['a time in the past', asking({ authorizedTTL: '-1s' }), 'webhook.authorizedTTL: must be a time'],
    ['a time without a unit', asking({ unauthorizedTTL: 30 }), 'webhook.unauthorizedTTL: must be a time'],
    ['no version', asking({ subjectAccessReviewVersion: undefined }), 'subjectAccessReviewVersion: must be v1 or v1beta1'],
    ['no policy', asking({ failurePolicy: undefined }), 'webhook.failurePolicy: must be NoOpinion or Deny'],
    ['another policy', asking({ failurePolicy: 'Allow' }), 'webhook.failurePolicy: must be NoOpinion or Deny'],
    ['no connection', asking({ connectionInfo: undefined }), 'webhook.connectionInfo: is needed'],
    ['another connection', asking({ connectionInfo: { ...connectionInfo, type: 'Url' } }), 'type: must be KubeConfigFile'],
    ['itself', asking({ connectionInfo: { type: 'InClusterConfig' } }), 'would make the server call itself: use KubeConfigFile'],
    ['no file', asking({ connectionInfo: { type: 'KubeConfigFile' } }), 'connectionInfo.kubeConfigFile: is needed'],
    ['a relative file', asking({ connectionInfo: { ...connectionInfo, kubeConfigFile: 'a' } }), 'must be an absolute path'],
    ['an empty expression', matching(''), 'matchConditions[0].expression: is needed'],
    ['no expression', matching('request.user =='), 'matchConditions[0].expression: is not a valid expression'],
    ['an unknown variable', matching("user == 'a'"), 'matchConditions[0].expression: '],
    ['an unknown field', matching("request.name == 'a'"), 'matchConditions[0].expression: '],
    ['a text as condition', matching('request.user'), 'evaluates to string, must evaluate to bool'],
    ['an unknown attribute', matching("request.resourceAttributes.nmae == 'a'"), 'matchConditions[0].expression: '],
    ['a key of a requirement compared with a number', matching('request.resourceAttributes.labelSelector.requirements[0].key == 1'), 'matchConditions[0].expression: '],
    ['an expression twice', matching('true', 'true'), 'must not hold one expression twice'],
    ['65 expressions', matching(...Array.from({ length: 65 }, (_, i) => `${i} > 0`)), 'must hold at most 64'],
    ['conditions without version', asking({ matchConditions: [{ expression: 'true' }] }), 'matchConditionSubjectAccessReviewVersion: is needed'],
    ['conditions on another version', asking({ matchConditionSubjectAccessReviewVersion: 'v1beta1' }), 'matchConditionSubjectAccessReviewVersion: must be v1'],
    ['ABAC without policies', of({ type: 'ABAC', name: 'a' }), 'type ABAC needs --authorization-policy-file'],
    ['policies without ABAC', of(rbac), '--authorization-policy-file is read by an authorizer of type ABAC', true],
  ]; // prettier-ignore
  for (const [what, document, message, policyFlag] of refused) {
    it(`D-077 refuses ${what}`, () => {
      expect(() => read(document, policyFlag)).toThrow(AuthorizationConfigurationError);
      expect(() => read(document, policyFlag)).toThrow(message);
    });
  }
});
