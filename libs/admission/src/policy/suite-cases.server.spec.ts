import { AdmissionServer, REGISTRATION } from '../admission-server.fixture.js';
import type { Fields } from '../review-answers.fixture.js';

const MERGE_PATCH = { 'content-type': 'application/merge-patch+json' };
const NAMESPACE = 'policy-cases';
const DEPLOYMENTS = `/apis/apps/v1/namespaces/${NAMESPACE}/deployments`;
const REPLICA_SETS = `/apis/apps/v1/namespaces/${NAMESPACE}/replicasets`;
const POLICIES = `${REGISTRATION}/validatingadmissionpolicies`;
const SELECTED = { matchLabels: { 'policy-cases': 'true' } };

const workload = (name: string, replicas: number): Fields => ({
  metadata: { name },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
  },
});

const ofDeployments = (more: Fields): Fields => ({
  matchConstraints: {
    namespaceSelector: SELECTED,
    resourceRules: [
      { operations: ['CREATE', 'UPDATE'], apiGroups: ['apps'], apiVersions: ['v1'], resources: ['deployments'] },
    ],
  },
  ...more,
});

/** Cases that suites for clusters test of policies. Type checking has a file of its own. */
describe('cases of policies', () => {
  let server: AdmissionServer;
  const bind = (policyName: string) =>
    server.make(`${REGISTRATION}/validatingadmissionpolicybindings`, {
      metadata: { name: policyName },
      spec: { policyName, validationActions: ['Deny'], matchResources: { namespaceSelector: SELECTED } },
    });
  /** Code and message of the create of a Deployment. */
  const deploy = async (name: string, replicas: number, path = DEPLOYMENTS) => {
    const { code, json } = await server.send(`POST ${path}`, workload(name, replicas));
    return [code, json['message']];
  };

  beforeAll(async () => {
    server = await AdmissionServer.start();
    await server.send('POST /api/v1/namespaces', { metadata: { name: NAMESPACE, labels: SELECTED.matchLabels } });
  });
  afterEach(async () => {
    await server.clean();
    for (const path of [DEPLOYMENTS, REPLICA_SETS]) await server.send(`DELETE ${path}`);
  });
  afterAll(() => server.close());

  it('a Deployment is validated, with a computed message; other kinds and namespaces are not', async () => {
    const validations = [
      {
        expression: 'object.spec.replicas > 1',
        messageExpression: "'wants replicas > 1, got ' + string(object.spec.replicas)",
      },
      { expression: `namespaceObject.metadata.name == '${NAMESPACE}'`, message: 'another namespace' },
    ];
    await server.make(POLICIES, { metadata: { name: 'replicas' }, spec: ofDeployments({ validations }) });
    expect(await deploy('unbound', 1)).toEqual([201, undefined]);
    await bind('replicas');
    const refused = `deployments.apps "single" is forbidden: ValidatingAdmissionPolicy 'replicas' with binding 'replicas' denied request: wants replicas > 1, got 1`;
    expect(await deploy('single', 1)).toEqual([422, refused]);
    expect(await deploy('replicated', 2)).toEqual([201, undefined]);
    const { json } = await server.send(`PATCH ${DEPLOYMENTS}/replicated`, { spec: { replicas: 1 } }, MERGE_PATCH);
    expect(json['message']).toContain('got 1');
    expect(await deploy('single', 1, REPLICA_SETS)).toEqual([201, undefined]);
    expect(await deploy('elsewhere', 1, '/apis/apps/v1/namespaces/default/deployments')).toEqual([201, undefined]);
    await server.send('DELETE /apis/apps/v1/namespaces/default/deployments/elsewhere');
  });

  it('a message expression of another type than string gives the default message', async () => {
    const validations = [
      { expression: 'object.spec.replicas > 1', messageExpression: "'got ' + object.spec.replicas" },
    ];
    await server.make(POLICIES, { metadata: { name: 'confused' }, spec: ofDeployments({ validations }) });
    await bind('confused');
    expect(await deploy('single', 1)).toEqual([
      422,
      expect.stringContaining('denied request: failed expression: object.spec.replicas > 1'),
    ]);
  });

  it('expressions refer to variables, and variables to those before them', async () => {
    const spec = ofDeployments({
      variables: [
        { name: 'replicas', expression: 'object.spec.replicas' },
        { name: 'isOdd', expression: 'variables.replicas % 2 == 1' },
      ],
      validations: [{ expression: 'variables.replicas > 1' }, { expression: 'variables.isOdd' }],
    });
    await server.make(POLICIES, { metadata: { name: 'variables' }, spec });
    await bind('variables');
    expect((await deploy('one', 1))[1]).toContain('failed expression: variables.replicas > 1');
    expect((await deploy('two', 2))[1]).toContain('failed expression: variables.isOdd');
    expect(await deploy('three', 3)).toEqual([201, undefined]);
  });

  it('a mutating policy changes a Deployment', async () => {
    const path = `${REGISTRATION}/mutatingadmissionpolicies`;
    const expression = 'Object{spec: Object.spec{replicas: 3}}';
    const spec = {
      ...ofDeployments({}),
      reinvocationPolicy: 'Never',
      mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression } }],
    };
    await server.make(path, { metadata: { name: 'three' }, spec });
    await server.make(`${REGISTRATION}/mutatingadmissionpolicybindings`, {
      metadata: { name: 'three' },
      spec: { policyName: 'three' },
    });
    expect(await deploy('changed', 1)).toEqual([201, undefined]);
    const { json } = await server.send(`GET ${DEPLOYMENTS}/changed`);
    expect(json).toMatchObject({ spec: { replicas: 3 } });
  });

  const policySpec = ofDeployments({ validations: [{ expression: 'object.spec.replicas <= 100' }] });
  const mutations = [
    {
      patchType: 'JSONPatch',
      jsonPatch: { expression: 'object.spec.replicas > 1 ? [] : [JSONPatch{op: "remove", path: "/x"}]' },
    },
  ];
  it.each<[string, Fields, Fields]>([
    ['validatingadmissionpolicies', policySpec, { failurePolicy: 'Ignore' }],
    ['validatingadmissionpolicybindings', { policyName: 'p', validationActions: ['Deny'] }, { validationActions: ['Warn'] }],
    ['mutatingadmissionpolicies', { ...ofDeployments({ mutations }), reinvocationPolicy: 'Never' }, { failurePolicy: 'Ignore' }],
    ['mutatingadmissionpolicybindings', { policyName: 'p' }, { policyName: 'q' }],
  ])('all operations of %s', async (resource, spec, change) => {
    const path = `${REGISTRATION}/${resource}`;
    const label = encodeURIComponent('case=operations');
    const labels = { case: 'operations' };
    for (const name of ['a', 'b', 'c']) await server.make(path, { metadata: { name, labels }, spec });
    const { json: read } = await server.send(`GET ${path}/a`);
    const { json: list } = await server.send(`GET ${path}?labelSelector=${label}`);
    expect((list['items'] as Fields[]).map((item) => (item['metadata'] as Fields)['name'])).toEqual(['a', 'b', 'c']);
    const annotations = { patched: 'true' };
    const { json: patched } = await server.send(`PATCH ${path}/a`, { metadata: { annotations }, spec: change }, MERGE_PATCH);
    expect(patched).toMatchObject({ metadata: { uid: (read['metadata'] as Fields)['uid'], annotations }, spec: change });
    const updated = { ...patched, metadata: { ...(patched['metadata'] as Fields), annotations: { updated: 'true' } }, spec };
    expect((await server.send(`PUT ${path}/a`, updated)).json).toMatchObject({ metadata: { annotations: { updated: 'true' } } });
    expect((await server.send(`DELETE ${path}/a`)).code).toBe(200);
    expect((await server.send(`GET ${path}/a`)).code).toBe(404);
    const { resourceVersion } = list['metadata'] as { readonly resourceVersion: string };
    const events = await server.events(`${path}?watch=true&labelSelector=${label}&resourceVersion=${resourceVersion}`, ({ type }) => type === 'DELETED');
    const seen = events.map(({ type, object }) => [type, ((object as Fields)['metadata'] as Fields)['annotations']]);
    expect(seen).toEqual(expect.arrayContaining([['MODIFIED', annotations], ['MODIFIED', { updated: 'true' }], ['DELETED', { updated: 'true' }]]));
    expect((await server.send(`DELETE ${path}?labelSelector=${label}`)).code).toBe(200);
    expect((await server.send(`GET ${path}?labelSelector=${label}`)).json['items']).toEqual([]);
  }); // prettier-ignore
});
