import { ConversionServer } from './conversion-server.fixture.js';

const REGISTRATION = '/apis/admissionregistration.orch.io/v1';
const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets';
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

describe('parameters of policies of a kind that a webhook converts', () => {
  let server: ConversionServer;
  const make = async (path: string, body: object) => {
    const { code, text } = await server.send(`POST ${path}`, body);
    if (code !== 201) throw new Error(text);
  };
  beforeAll(async () => {
    server = await ConversionServer.start();
    await server.define();
    await make(WIDGETS, {
      apiVersion: 'example.com/v1',
      kind: 'Widget',
      metadata: { name: 'limit' },
      spec: { size: 1 },
    });
  });
  afterAll(() => server.close());

  it.each([
    ['Fail', 422],
    ['Ignore', 201],
  ])('in a version that is not stored, with failurePolicy %s: %i', async (failurePolicy, code) => {
    const name = failurePolicy.toLowerCase();
    const resourceRules = [
      {
        operations: ['CREATE'],
        apiGroups: [''],
        apiVersions: ['v1'],
        resources: ['configmaps'],
        resourceNames: [name],
      },
    ];
    await make(`${REGISTRATION}/validatingadmissionpolicies`, {
      metadata: { name },
      spec: {
        failurePolicy,
        matchConstraints: { resourceRules },
        paramKind: { apiVersion: 'example.com/v2', kind: 'Widget' },
        validations: [{ expression: 'params.spec.dimensions.size > 5' }],
      },
    });
    await make(`${REGISTRATION}/validatingadmissionpolicybindings`, {
      metadata: { name },
      spec: {
        policyName: name,
        validationActions: ['Deny'],
        paramRef: { name: 'limit', parameterNotFoundAction: 'Deny' },
      },
    });
    const answer = await server.send(`POST ${CONFIG_MAPS}`, { metadata: { name } });
    expect(answer.code).toBe(code);
    if (code !== 201)
      expect(answer.json['message']).toContain('webhooks do not convert params: use the version that is stored');
  });
});
