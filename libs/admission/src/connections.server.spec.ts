import { ReviewServer } from '@orch/testing';
import { AdmissionServer, REGISTRATION } from './admission-server.fixture.js';
import { allow, deny, patch, type Fields } from './review-answers.fixture.js';

const PODS = '/api/v1/namespaces/default/pods';

describe('admission of connections', () => {
  let server: AdmissionServer;
  let hook: ReviewServer;
  const connected: Fields = { operations: ['CONNECT'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] };
  const requests = () => hook.calls.map(({ body }) => body.request);

  beforeAll(async () => {
    hook = await ReviewServer.start({ asksForCertificate: false });
    server = await AdmissionServer.start();
    await server.send(`POST ${PODS}`, { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } });
  });
  afterEach(async () => {
    await server.clean();
    hook.reset();
  });
  afterAll(async () => {
    await server.close();
    await hook.close();
  });

  it.each<[string, string, string, Fields]>([
    ['POST', 'pods/p/exec?command=ls&command=-l&container=c&stdin=true&tty=1&stdout=false', 'exec', { kind: 'PodExecOptions', stdin: true, tty: true, container: 'c', command: ['ls', '-l'] }],
    ['POST', 'pods/p/exec', 'exec', { kind: 'PodExecOptions', command: null }],
    ['GET', 'pods/p/attach?stdin=true', 'attach', { kind: 'PodAttachOptions', stdin: true }],
    ['POST', 'pods/p/portforward?ports=80&ports=81', 'portforward', { kind: 'PodPortForwardOptions', ports: [80, 81] }],
    ['GET', 'pods/p/proxy/a/b/?x=y', 'proxy', { kind: 'PodProxyOptions', path: '/a/b/' }],
    ['GET', 'pods/p:80/proxy', 'proxy', { kind: 'PodProxyOptions' }],
    ['OPTIONS', 'services/s/proxy/x', 'proxy', { kind: 'ServiceProxyOptions', path: '/x' }],
    ['DELETE', 'services/s/proxy/', 'proxy', { kind: 'ServiceProxyOptions', path: '/' }],
    ['POST', 'pods/missing/exec?command=ls', 'exec', { kind: 'PodExecOptions', command: ['ls'] }],
  ])('B-257 B-262 B-265 %s %s is refused before anything is looked up', async (method, path, subResource, options) => {
    hook.always = deny();
    await server.register('validating', hook, [{ rules: [connected] }]);
    const { code, json } = await server.send(`${method} /api/v1/namespaces/default/${path}`);
    expect([code, json['message']]).toEqual([400, 'admission webhook "hook-0.example.com" denied the request without explanation']);
    const [resource = '', name] = path.split('/');
    const kind = { group: '', version: 'v1', kind: options['kind'] };
    expect(requests()).toEqual([
      {
        uid: expect.any(String) as unknown,
        kind,
        resource: { group: '', version: 'v1', resource },
        subResource,
        requestKind: kind,
        requestResource: { group: '', version: 'v1', resource },
        requestSubResource: subResource,
        name,
        namespace: 'default',
        operation: 'CONNECT',
        userInfo: expect.any(Object) as unknown,
        object: { apiVersion: 'v1', ...options },
        oldObject: null,
        dryRun: false,
        options: null,
      },
    ]);
  }); // prettier-ignore

  it('of a node has no namespace', async () => {
    hook.always = deny();
    await server.register('validating', hook, [{ rules: [connected] }]);
    expect((await server.send('GET /api/v1/nodes/n/proxy/metrics')).code).toBe(400);
    expect(requests()).toMatchObject([{ name: 'n', object: { kind: 'NodeProxyOptions', path: '/metrics' } }]);
    expect(requests()[0]).not.toHaveProperty('namespace');
  });

  it('an allowed one goes on', async () => {
    hook.always = allow;
    await server.register('validating', hook, [{ rules: [connected] }]);
    const { code, json } = await server.send(`POST ${PODS}/missing/exec?command=ls`);
    expect([code, json['message']]).toEqual([404, 'pods "missing" not found']);
    expect(hook.calls).toHaveLength(1);
  });

  it('reading a log is none', async () => {
    hook.always = deny();
    await server.register('validating', hook, [{ rules: [connected] }]);
    await server.send(`GET ${PODS}/p/log`);
    expect(hook.calls).toEqual([]);
  });

  it('B-210 options have no labels, so an object selector never matches them', async () => {
    hook.always = deny();
    await server.register('validating', hook, [
      { rules: [connected], objectSelector: { matchExpressions: [{ key: 'a', operator: 'DoesNotExist' }] } },
    ]);
    await server.send(`POST ${PODS}/p/exec`);
    expect(hook.calls).toEqual([]);
  });

  it('mutating webhooks see it, and what they change is seen by those after them', async () => {
    await server.register('mutating', hook, [{ rules: [connected] }], 'm');
    await server.register('validating', hook, [{ rules: [connected] }], 'v');
    hook.instead.push(patch({ op: 'add', path: '/command', value: ['true'] }), deny());
    await server.send(`POST ${PODS}/p/exec?command=ls`);
    expect(requests().map(({ object }) => (object as { command: object }).command)).toEqual([['ls'], ['true']]);
  });

  it.each([
    ['null', null],
    ['a text', 'all'],
  ])('a webhook that replaces the options by %s changes nothing', async (_what, value) => {
    await server.register('mutating', hook, [{ rules: [connected] }], 'm');
    await server.register('validating', hook, [{ rules: [connected] }], 'v');
    hook.instead.push(patch({ op: 'replace', path: '', value }), allow);
    const { code, json } = await server.send(`POST ${PODS}/p/exec?command=ls`);
    expect([code, json['message']]).toEqual([400, 'pod p does not have a host assigned']);
    const [before, after] = requests().map(({ object }) => object);
    expect(after).toEqual(before);
  });

  it('a webhook that makes another kind of the options fails the request; unknown fields are left out', async () => {
    await server.register('mutating', hook, [{ rules: [connected] }], 'm');
    await server.register('validating', hook, [{ rules: [connected] }], 'v');
    hook.instead.push(patch({ op: 'replace', path: '/kind', value: 'Secret' }));
    expect((await server.send(`POST ${PODS}/p/exec?command=ls`)).code).toBe(500);
    hook.instead.push(patch({ op: 'add', path: '/other', value: 1 }), deny());
    expect((await server.send(`POST ${PODS}/p/exec?command=ls`)).code).toBe(400);
    expect(requests().at(-1)!['object']).not.toHaveProperty('other');
  });

  it('policies see it', async () => {
    await server.make(`${REGISTRATION}/validatingadmissionpolicies`, {
      metadata: { name: 'p' },
      spec: {
        matchConstraints: { resourceRules: [connected] },
        validations: [{ expression: "!(request.subResource == 'exec' && object.command[0] == 'rm')" }],
      },
    });
    await server.make(`${REGISTRATION}/validatingadmissionpolicybindings`, {
      metadata: { name: 'b' },
      spec: { policyName: 'p', validationActions: ['Deny'] },
    });
    expect((await server.send(`POST ${PODS}/p/exec?command=rm`)).code).toBe(422);
    expect((await server.send(`POST ${PODS}/missing/exec?command=ls`)).code).toBe(404);
  });

  describe('by mutating policies', () => {
    const policy = async (mutation: Fields) => {
      await server.make(`${REGISTRATION}/mutatingadmissionpolicies`, {
        metadata: { name: 'm' },
        spec: {
          matchConstraints: { resourceRules: [connected] },
          reinvocationPolicy: 'Never',
          mutations: [mutation],
        },
      });
      await server.make(`${REGISTRATION}/mutatingadmissionpolicybindings`, {
        metadata: { name: 'm' },
        spec: { policyName: 'm' },
      });
    };
    const jsonPatch = (operation: string): Fields => ({
      patchType: 'JSONPatch',
      jsonPatch: { expression: `[JSONPatch{${operation}}]` },
    });
    const refusal = (message: string) => `policy 'm' with binding 'm' denied request: ${message}`;
    const exec = () => server.send(`POST ${PODS}/p/exec?command=ls`);

    it('what they change is seen by those after them', async () => {
      await policy(jsonPatch('op: "replace", path: "/command", value: ["true"]'));
      hook.always = deny();
      await server.register('validating', hook, [{ rules: [connected] }]);
      expect((await exec()).code).toBe(400);
      expect(requests().map(({ object }) => object)).toEqual([
        { kind: 'PodExecOptions', apiVersion: 'v1', command: ['true'] },
      ]);
    });

    it.each<[string, Fields, number, string]>([
      [
        'a patch that cannot be applied',
        jsonPatch('op: "replace", path: "/nope/x", value: "y"'),
        403,
        refusal('JSON Patch: replace operation does not apply: doc is missing path: /nope/x: missing value'),
      ],
      [
        'an unknown field',
        jsonPatch('op: "add", path: "/unknownField", value: "y"'),
        500,
        'Internal error occurred: strict decoding error: unknown field "unknownField"',
      ],
      [
        'a text instead of the options',
        jsonPatch('op: "replace", path: "", value: "y"'),
        500,
        'Internal error occurred: string is not an object of kind PodExecOptions',
      ],
      [
        'a configuration, as options have no schema',
        { patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{container: "y"}' } },
        403,
        refusal(
          'error applying patch: failed to convert patch object to typed object: no corresponding type for /v1, Kind=PodExecOptions',
        ),
      ],
    ])('%s is refused', async (_name, mutation, code, message) => {
      await policy(mutation);
      const answer = await exec();
      expect([answer.code, answer.json['message']]).toEqual([code, message]);
    });
  });

  it('a port that is not a number is refused first', async () => {
    const { code, json } = await server.send(`POST ${PODS}/p/portforward?ports=x`);
    expect([code, json['message']]).toEqual([400, 'cannot convert to []int32: strconv.ParseUint: parsing "x": invalid syntax']);
  }); // prettier-ignore
});
