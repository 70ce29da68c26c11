import { RbacServer } from '@orch/server-testing';

const GROUP = '/apis/admissionregistration.orch.io/v1';
const POLICY_AUTHOR = { apiGroups: ['admissionregistration.orch.io'], resources: ['*'], verbs: ['*'] };
const READS_SECRETS = { apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list'] };

describe('who writes policies with parameters', () => {
  let server: RbacServer;
  beforeAll(async () => {
    server = await RbacServer.start({ users: { author: [], reader: [] } });
    await server.clusterRole('author', POLICY_AUTHOR);
    await server.clusterRole('secrets', READS_SECRETS);
    await server.bind('', 'author', 'ClusterRole/author', 'author', 'reader');
    await server.bind('', 'secrets', 'ClusterRole/secrets', 'reader');
  });
  afterAll(() => server.stop());

  const policy = (name: string, kind: string) => ({
    metadata: { name },
    spec: {
      paramKind: { apiVersion: 'v1', kind },
      matchConstraints: {
        resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
      },
      validations: [{ expression: 'false', messageExpression: 'string(params.data["key"])' }],
    },
  });
  const binding = (name: string, policyName: string, paramRef: object) => ({
    metadata: { name },
    spec: { policyName, validationActions: ['Deny'], paramRef: { parameterNotFoundAction: 'Deny', ...paramRef } },
  });
  const post = (user: string, resource: string, body: object) => server.as(user, `POST ${GROUP}/${resource}`, body);

  it('may read all objects of their kind', async () => {
    const refused = await post('author', 'validatingadmissionpolicies', policy('leak', 'Secret'));
    expect([refused.code, refused.json.message]).toEqual([
      422,
      'ValidatingAdmissionPolicy.admissionregistration.orch.io "leak" is invalid: spec.paramKind: Forbidden: user author must have "get" permission on all objects of the referenced paramKind (kind=Secret, apiVersion=v1)',
    ]);
    expect((await post('reader', 'validatingadmissionpolicies', policy('fair', 'Secret'))).code).toBe(201);
  });

  it('may read what a binding names, or list what it selects', async () => {
    for (const paramRef of [
      { name: 'top', namespace: 't1' },
      { selector: {}, namespace: 't1' },
    ]) {
      const refused = await post('author', 'validatingadmissionpolicybindings', binding('leak', 'fair', paramRef));
      expect([refused.code, refused.json.message]).toEqual([
        422,
        expect.stringMatching(
          /spec\.paramRef: Forbidden: user author does not have "(get|list)" permission on the object referenced by paramRef/,
        ),
      ]);
    }
    const unknown = await post(
      'author',
      'validatingadmissionpolicybindings',
      binding('x', 'nosuch', { name: 'top', namespace: 't1' }),
    );
    expect([unknown.code, unknown.json.message]).toEqual([422, expect.stringContaining('unable to get policy nosuch')]);
    const allowed = binding('fair', 'fair', { name: 'top', namespace: 't1' });
    expect((await post('reader', 'validatingadmissionpolicybindings', allowed)).code).toBe(201);
  });

  it('may change nothing in the spec of what others wrote', async () => {
    const merge = { 'content-type': 'application/merge-patch+json' };
    const path = `PATCH ${GROUP}/validatingadmissionpolicies/fair`;
    expect((await server.as('author', path, { metadata: { labels: { a: 'b' } } }, merge)).code).toBe(200);
    const validations = [{ expression: 'false', messageExpression: 'string(params.data["other"])' }];
    for (const spec of [{ paramKind: { kind: 'ConfigMap' } }, { validations }])
      expect((await server.as('author', path, { spec }, merge)).code).toBe(422);
  });
});
