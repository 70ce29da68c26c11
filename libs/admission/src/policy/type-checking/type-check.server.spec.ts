import { AdmissionServer, REGISTRATION } from '../../admission-server.fixture.js';
import type { Fields } from '../../review-answers.fixture.js';

const POLICIES = `${REGISTRATION}/validatingadmissionpolicies`;

interface Status {
  readonly observedGeneration?: number;
  readonly typeChecking?: { readonly expressionWarnings?: readonly { fieldRef: string; warning: string }[] };
}

describe('type checking of ValidatingAdmissionPolicies', () => {
  let server: AdmissionServer;
  const rule = (resource: string, group = '', version = 'v1'): Fields => ({
    operations: ['CREATE'],
    apiGroups: [group],
    apiVersions: [version],
    resources: [resource],
  });
  /** The status of a policy once it describes its generation. */
  const checked = async (spec: Fields, name = 'p'): Promise<Status> => {
    await server.make(POLICIES, { metadata: { name }, spec });
    return server.until(`${POLICIES}/${name}`, isChecked);
  };
  const isChecked = ({ metadata, status }: Fields): boolean =>
    (status as Status | undefined)?.observedGeneration === (metadata as { generation: number }).generation;
  const expressions = (resourceRules: readonly Fields[], validations: readonly Fields[], more: Fields = {}) => ({
    matchConstraints: { resourceRules },
    validations,
    ...more,
  });

  beforeAll(async () => (server = await AdmissionServer.start()));
  afterEach(() => server.clean());
  afterAll(() => server.close());

  it('warns of fields that the kind does not have, by expression', async () => {
    const status = await checked(
      expressions([rule('deployments', 'apps')], [
        { expression: 'object.spec.replicas > 1' },
        { expression: 'object.replicas > 1', messageExpression: 'string(object.spec.replica)' },
      ]),
    ); // prettier-ignore
    expect(status).toEqual({
      observedGeneration: 1,
      typeChecking: {
        expressionWarnings: [
          {
            fieldRef: 'spec.validations[1].expression',
            warning:
              "apps/v1, Kind=Deployment: ERROR: <input>:1:7: undefined field 'replicas'\n | object.replicas > 1\n | ......^\n",
          },
          {
            fieldRef: 'spec.validations[1].messageExpression',
            warning:
              "apps/v1, Kind=Deployment: ERROR: <input>:1:19: undefined field 'replica'\n | string(object.spec.replica)\n | ..................^\n",
          },
        ],
      },
    });
  });

  it('has no warnings where all is right, and none of wildcards and sub-resources', async () => {
    const wrong = [{ expression: 'object.nope == 1' }];
    expect(await checked(expressions([rule('configmaps')], [{ expression: "object.data['a'] == 'x'" }]))).toEqual({
      observedGeneration: 1,
      typeChecking: {},
    });
    expect(await checked(expressions([rule('*'), rule('pods/status'), rule('pods', '*')], wrong), 'q')).toEqual({
      observedGeneration: 1,
      typeChecking: {},
    });
  });

  it('names all kinds, in order', async () => {
    const status = await checked(
      expressions(
        [rule('pods'), rule('deployments', 'apps'), rule('configmaps')],
        [{ expression: 'object.nope == 1' }],
      ),
    );
    const { warning } = status.typeChecking!.expressionWarnings![0]!;
    expect(warning.split('\n').filter((line) => line.includes('Kind='))).toEqual([
      "/v1, Kind=ConfigMap: ERROR: <input>:1:7: undefined field 'nope'",
      "/v1, Kind=Pod: ERROR: <input>:1:7: undefined field 'nope'",
      "apps/v1, Kind=Deployment: ERROR: <input>:1:7: undefined field 'nope'",
    ]);
  });

  it.each<[string, string, string | undefined]>([
    ['integers', 'object.spec.replicas > "1"', "found no matching overload for '_>_' applied to '(int, string)'"],
    ['times', 'object.metadata.creationTimestamp > timestamp("2024-01-01T00:00:00Z")', undefined],
    ['items of lists', 'object.spec.template.spec.containers.all(c, c.imag == "a")', "undefined field 'imag'"],
    ['values of maps', 'object.metadata.labels.all(k, object.metadata.labels[k] == 1)', "found no matching overload for '_==_' applied to '(string, int)'"],
    ['integers or strings', 'object.spec.strategy.rollingUpdate.maxSurge == 1 || object.spec.strategy.rollingUpdate.maxSurge == "1"', undefined],
    ['the old object', 'oldObject.nope == 1', "undefined field 'nope'"],
    ['variables', 'variables.replicas == "a"', "found no matching overload for '_==_' applied to '(int, string)'"],
    ['parameters', 'params.dat.a == "1"', "undefined field 'dat'"],
  ])('knows %s', async (_what, expression, problem) => {
    const status = await checked(
      expressions([rule('deployments', 'apps')], [{ expression }], {
        paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
        variables: [{ name: 'replicas', expression: 'object.spec.replicas' }],
      }),
    );
    const [warning] = status.typeChecking!.expressionWarnings ?? [];
    if (problem === undefined) expect(warning).toBeUndefined();
    else expect(warning?.warning).toContain(problem);
  }); // prettier-ignore

  it('knows custom kinds', async () => {
    await server.make('/apis/apiextensions.orch.io/v1/customresourcedefinitions', {
      metadata: { name: 'things.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: 'object',
                properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
              },
            },
          },
        ],
      },
    });
    await server.served('/apis/example.com/v1/things');
    const status = await checked(
      expressions(
        [rule('things', 'example.com')],
        [{ expression: 'object.spec.size > 1 && object.spec.color == "red"' }],
      ),
    );
    expect(status.typeChecking!.expressionWarnings).toMatchObject([
      {
        warning: expect.stringContaining(
          "example.com/v1, Kind=Thing: ERROR: <input>:1:36: undefined field 'color'",
        ) as unknown,
      },
    ]);
  });

  it('is repeated for a new generation', async () => {
    const spec = (expression: string) => expressions([rule('configmaps')], [{ expression }]);
    await checked(spec('object.nope == 1'));
    const { json } = await server.send(`GET ${POLICIES}/p`);
    await server.send(`PUT ${POLICIES}/p`, { ...json, spec: spec('object.metadata.name == "a"') });
    expect(await server.until(`${POLICIES}/p`, isChecked)).toEqual({ observedGeneration: 2, typeChecking: {} });
  });

  it('shares its fields with the controller of kube-controller-manager, whichever writes first', async () => {
    await checked(expressions([rule('configmaps')], [{ expression: 'object.nope == 1' }]));
    const { json } = await server.send(`GET ${POLICIES}/p`);
    const applied = {
      apiVersion: json['apiVersion'],
      kind: json['kind'],
      metadata: { name: 'p' },
      status: { observedGeneration: 2, typeChecking: {} },
    };
    const query = 'fieldManager=validatingadmissionpolicy-status&force=true';
    const answer = await server.send(`PATCH ${POLICIES}/p/status?${query}`, applied, {
      'content-type': 'application/apply-patch+yaml',
    });
    expect(answer.json['status']).toEqual(applied.status);
    expect((answer.json['metadata'] as { managedFields: unknown[] }).managedFields).toHaveLength(2);
  });

  it('the status is a sub-resource', async () => {
    await checked(expressions([rule('configmaps')], [{ expression: 'true' }]));
    const { json } = await server.send(`GET ${POLICIES}/p/status`);
    expect(json).toMatchObject({ kind: 'ValidatingAdmissionPolicy', status: { observedGeneration: 1 } });
    const conditions = [
      { type: 'Ready', status: 'True', reason: 'R', message: '', lastTransitionTime: '2026-01-01T00:00:00Z' },
    ];
    const put = await server.send(`PUT ${POLICIES}/p/status`, {
      ...json,
      spec: expressions([rule('configmaps')], [{ expression: 'false' }]),
      status: { ...(json['status'] as object), conditions },
    });
    expect(put).toMatchObject({
      code: 200,
      json: { spec: { validations: [{ expression: 'true' }] }, status: { conditions } },
    });
  });
});
