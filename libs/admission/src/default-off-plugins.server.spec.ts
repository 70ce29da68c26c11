import { PluginServer, podOf, podsOf } from './plugin-server.fixture.js';

const PODS = podsOf('default');
const OFF = [
  'AlwaysPullImages',
  'DenyServiceExternalIPs',
  'EventRateLimit',
  'ExtendedResourceToleration',
  'LimitPodHardAntiAffinityTopology',
  'NamespaceAutoProvision',
  'OwnerReferencesPermissionEnforcement',
  'PodNodeSelector',
  'PodTolerationRestriction',
];
const limits = [{ type: 'Namespace', qps: 1, burst: 1 }];
const configuration = {
  apiVersion: 'apiserver.config.orch.io/v1',
  kind: 'AdmissionConfiguration',
  plugins: [
    {
      name: 'EventRateLimit',
      configuration: { apiVersion: 'eventratelimit.admission.orch.io/v1alpha1', kind: 'Configuration', limits },
    },
  ],
};
const service = (name: string, spec: object = {}) => ({ metadata: { name }, spec: { ports: [{ port: 80 }], ...spec } });
const event = (name: string) => ({
  metadata: { name },
  involvedObject: { kind: 'Pod', name: 'p', namespace: 'default' },
});
const terms = [{ topologyKey: 'zone', labelSelector: {} }];
const apart = { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms } } };

describe('plugins that are off by default, enabled', () => {
  let plugins: PluginServer;
  beforeAll(async () => {
    plugins = await PluginServer.start({ configuration, server: { enableAdmissionPlugins: OFF } });
  });
  afterAll(() => plugins.stop());

  it('D-184 AlwaysPullImages: a stored pod pulls its image always', async () => {
    const { json } = await plugins.make(PODS, podOf('pulled', {}, { imagePullPolicy: 'Never' }));
    expect((json['spec'] as { containers: object[] }).containers).toMatchObject([{ imagePullPolicy: 'Always' }]);
  });

  it('D-184 EventRateLimit: the event after the burst is 429', async () => {
    const events = '/api/v1/namespaces/default/events';
    const answers = [];
    for (const name of ['a', 'b']) answers.push(await plugins.send(`POST ${events}`, event(name)));
    expect(answers.map(({ code }) => code)).toEqual([201, 429]);
    expect(answers[1]!.json).toMatchObject({
      reason: 'TooManyRequests',
      message: 'Too many requests: limit reached on type Namespace for key default',
    });
    expect((await plugins.send(`POST ${events}?dryRun=All`, event('c'))).code).toBe(201);
  });

  it('D-184 PodNodeSelector: a pod gets the selector of its namespace, and is refused with another value', async () => {
    const annotations = { 'scheduler.alpha.orch.io/node-selector': 'disk=fast, room=1' };
    await plugins.make('/api/v1/namespaces', { metadata: { name: 'selected', annotations } });
    const { json } = await plugins.make(podsOf('selected'), podOf('p', { nodeSelector: { own: 'x' } }));
    expect(json['spec']).toMatchObject({ nodeSelector: { disk: 'fast', room: '1', own: 'x' } });
    expect(await plugins.outcome(`POST ${podsOf('selected')}`, podOf('q', { nodeSelector: { disk: 'slow' } }))).toEqual(
      [403, 'pods "q" is forbidden: pod node label selector conflicts with its namespace node label selector'],
    );
  });

  it('D-184 NamespaceAutoProvision: the namespace of a new object is created, not for a dry run', async () => {
    const maps = '/api/v1/namespaces/provided/configmaps';
    expect((await plugins.send(`POST ${maps}?dryRun=All`, { metadata: { name: 'a' } })).code).toBe(404);
    expect((await plugins.send('GET /api/v1/namespaces/provided')).code).toBe(404);
    expect((await plugins.send(`POST ${maps}`, { metadata: { name: 'a' } })).code).toBe(201);
    expect((await plugins.send('GET /api/v1/namespaces/provided')).code).toBe(200);
  });

  it('LimitPodHardAntiAffinityTopology: only nodes may be kept for one pod', async () => {
    expect(await plugins.outcome(`POST ${PODS}`, podOf('apart', apart))).toEqual([
      403,
      'pods "apart" is forbidden: affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey zone but only key orch.io/hostname is allowed',
    ]);
    const onNodes = JSON.parse(JSON.stringify(apart).replace('zone', 'orch.io/hostname')) as object;
    expect(await plugins.outcome(`POST ${PODS}`, podOf('apart', onNodes))).toEqual([201, undefined]);
  });

  it('DenyServiceExternalIPs: no new external addresses', async () => {
    const services = '/api/v1/namespaces/default/services';
    expect(await plugins.outcome(`POST ${services}`, service('s', { externalIPs: ['1.2.3.4'] }))).toEqual([
      403,
      'services "s" is forbidden: Use of external IPs is denied by admission control',
    ]);
    await plugins.make(services, service('s'));
    const change = { spec: { externalIPs: ['1.2.3.4'] } };
    const patched = await plugins.send(`PATCH ${services}/s`, change, { type: 'application/merge-patch+json' });
    expect(patched.code).toBe(403);
  });

  it('ExtendedResourceToleration: a pod tolerates the taint of the device it requests', async () => {
    const resources = { requests: { 'example.com/gpu': '1' }, limits: { 'example.com/gpu': '1' } };
    const { json } = await plugins.make(PODS, podOf('gpu', {}, { resources }));
    expect((json['spec'] as { tolerations: object[] }).tolerations).toContainEqual({
      key: 'example.com/gpu',
      operator: 'Exists',
      effect: 'NoSchedule',
    });
  });

  it('PodTolerationRestriction: a pod gets the tolerations of its namespace, and may have no others', async () => {
    const list = (key: string) => JSON.stringify([{ key, operator: 'Exists' }]);
    const annotations = {
      'scheduler.alpha.orch.io/defaultTolerations': list('team'),
      'scheduler.alpha.orch.io/tolerationsWhitelist': `[${['team', 'node.orch.io/not-ready', 'node.orch.io/unreachable'].map((key) => list(key).slice(1, -1)).join()}]`,
    };
    await plugins.make('/api/v1/namespaces', { metadata: { name: 'tolerant', annotations } });
    const { json } = await plugins.make(podsOf('tolerant'), podOf('p'));
    expect((json['spec'] as { tolerations: object[] }).tolerations).toContainEqual({ key: 'team', operator: 'Exists' });
    const other = { tolerations: [{ key: 'other', operator: 'Exists' }] };
    const refused = await plugins.send(`POST ${podsOf('tolerant')}`, podOf('q', other));
    expect(refused.json).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      code: 500,
      message:
        'pod tolerations (possibly merged with namespace default tolerations) conflict with its namespace whitelist',
    });
  });

  describe('OwnerReferencesPermissionEnforcement', () => {
    const MAPS = '/api/v1/namespaces/owned/configmaps';
    const owner = { apiVersion: 'v1', kind: 'ReplicationController', name: 'rc', uid: 'u' };
    const owned = (name: string, ...ownerReferences: object[]) => ({ metadata: { name, ownerReferences } });
    const jane = { token: 'jane' };
    beforeAll(async () => {
      await plugins.make('/api/v1/namespaces', { metadata: { name: 'owned' } });
      const verbs = ['create', 'update', 'patch', 'get'];
      await plugins.allow('owned', 'writes', ['jane'], [{ apiGroups: [''], resources: ['configmaps'], verbs }]);
    });
    const SETS = `cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: , <nil>`;

    it('D-184 blockOwnerDeletion needs permission to update the finalizers of the owner', async () => {
      const blocking = { ...owner, blockOwnerDeletion: true };
      expect(await plugins.outcome(`POST ${MAPS}`, owned('a', owner), jane)).toEqual([201, undefined]);
      expect(await plugins.outcome(`POST ${MAPS}`, owned('b', blocking), jane)).toEqual([
        403,
        `configmaps "b" is forbidden: ${SETS}`,
      ]);
      const resources = ['replicationcontrollers/finalizers'];
      await plugins.allow('owned', 'finalizes', ['jane'], [{ apiGroups: [''], resources, verbs: ['update'] }]);
      expect(await plugins.outcome(`POST ${MAPS}`, owned('b', blocking), jane)).toEqual([201, undefined]);
      const cluster = { ...blocking, kind: 'Node' };
      expect(await plugins.outcome(`POST ${MAPS}`, owned('c', cluster), jane)).toEqual([
        403,
        `configmaps "c" is forbidden: ${SETS}`,
      ]);
    });

    it('D-184 an owner of an unknown kind cannot be blocked', async () => {
      const unknown = { ...owner, apiVersion: 'bar/v1', kind: 'Foo', blockOwnerDeletion: true };
      expect(await plugins.outcome(`POST ${MAPS}`, owned('c', unknown), jane)).toEqual([
        403,
        'configmaps "c" is forbidden: cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion bar/v1 Kind Foo: no matches for kind "Foo" in version "bar/v1"',
      ]);
      expect((await plugins.send(`POST ${MAPS}`, owned('c', unknown))).code).toBe(201); // of an administrator
    });

    it('D-184 changed owners of an existing object need permission to delete it', async () => {
      await plugins.make(MAPS, owned('d', owner));
      for (const changed of [owned('d'), owned('d', { ...owner, controller: true })]) {
        expect(await plugins.outcome(`PUT ${MAPS}/d`, changed, jane)).toEqual([
          403,
          `configmaps "d" is forbidden: cannot set an ownerRef on a resource you can't delete: , <nil>`,
        ]);
      }
      expect((await plugins.send(`PUT ${MAPS}/d`, owned('d', owner), jane)).code).toBe(200);
      await plugins.allow(
        'owned',
        'deletes',
        ['jane'],
        [{ apiGroups: [''], resources: ['configmaps'], verbs: ['delete'] }],
      );
      expect((await plugins.send(`PUT ${MAPS}/d`, owned('d'), jane)).code).toBe(200);
    });
  });
});

describe('plugins that are off by default', () => {
  let plugins: PluginServer;
  beforeAll(async () => (plugins = await PluginServer.start({})));
  afterAll(() => plugins.stop());

  it('B-287 have no effect without the flag', async () => {
    const { json } = await plugins.make(PODS, podOf('p', apart, { imagePullPolicy: 'Never' }));
    expect((json['spec'] as { containers: object[] }).containers).toMatchObject([{ imagePullPolicy: 'Never' }]);
    await plugins.make('/api/v1/namespaces/default/services', service('s', { externalIPs: ['1.2.3.4'] }));
    expect((await plugins.send('POST /api/v1/namespaces/none/configmaps', { metadata: { name: 'a' } })).code).toBe(404);
  });
});

it.each([
  ['B-287 B-288 one order', ['AlwaysPullImages', 'ExtendedResourceToleration']],
  ['B-287 B-288 the other order', ['ExtendedResourceToleration', 'AlwaysPullImages']],
])('%s of the enabled plugins', async (_title, enableAdmissionPlugins) => {
  const plugins = await PluginServer.start({ server: { enableAdmissionPlugins } });
  try {
    const resources = { requests: { 'example.com/gpu': '1' }, limits: { 'example.com/gpu': '1' } };
    const { json } = await plugins.make(PODS, podOf('p', {}, { imagePullPolicy: 'Never', resources }));
    const spec = json['spec'] as { containers: { imagePullPolicy: string }[]; tolerations: { key: string }[] };
    expect(spec.containers[0]!.imagePullPolicy).toBe('Always');
    expect(spec.tolerations.map(({ key }) => key)).toEqual([
      'node.orch.io/not-ready',
      'node.orch.io/unreachable',
      'example.com/gpu',
    ]);
  } finally {
    await plugins.stop();
  }
});

describe('SecurityContextDeny', () => {
  const server = { emulatedMinor: 24, enableAdmissionPlugins: ['SecurityContextDeny'] };
  let plugins: PluginServer;
  beforeAll(async () => (plugins = await PluginServer.start({ server })));
  afterAll(() => plugins.stop());

  it.each<[spec: object, container: object, why: string]>([
    [{ securityContext: { supplementalGroups: [1] } }, {}, 'pod.Spec.SecurityContext.SupplementalGroups'],
    [{ securityContext: { seLinuxOptions: { level: 'a' } } }, {}, 'pod.Spec.SecurityContext.SELinuxOptions'],
    [{ securityContext: { runAsUser: 1 } }, {}, 'pod.Spec.SecurityContext.RunAsUser'],
    [{ securityContext: { fsGroup: 1 } }, {}, 'pod.Spec.SecurityContext.FSGroup'],
    [{}, { securityContext: { seLinuxOptions: { level: 'a' } } }, 'SecurityContext.SELinuxOptions'],
    [{}, { securityContext: { runAsUser: 0 } }, 'SecurityContext.RunAsUser'],
  ])('B-290 D-169 refuses %j and %j', async (spec, container, field) => {
    expect(await plugins.outcome(`POST ${PODS}`, podOf('p', spec, container))).toEqual([
      403,
      `pods "p" is forbidden: ${field} is forbidden`,
    ]);
  });

  it('B-290 admits other fields, and all of them while it is off', async () => {
    const own = { securityContext: { runAsNonRoot: true } };
    expect(await plugins.outcome(`POST ${PODS}`, podOf('p', own))).toEqual([201, undefined]);
    const without = await PluginServer.start({ server: { emulatedMinor: 24 } });
    const runAsUser = podOf('p', { securityContext: { runAsUser: 1 } });
    expect(await without.outcome(`POST ${PODS}`, runAsUser)).toEqual([201, undefined]);
    await without.stop();
  });

  it('D-169 is not known from 1.30 on, and needs its gate from 1.27 on', async () => {
    for (const emulatedMinor of [30, 29]) {
      await expect(PluginServer.start({ server: { ...server, emulatedMinor } })).rejects.toThrow(
        'unknown admission plugin "SecurityContextDeny"',
      );
    }
    const gated = { ...server, emulatedMinor: 29, featureGates: ['SecurityContextDeny=true'] };
    await (await PluginServer.start({ server: gated })).stop();
  });
});
