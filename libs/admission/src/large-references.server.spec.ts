import { Entry } from '@orch/registry';
import { PluginServer, podOf, podsOf } from './plugin-server.fixture.js';

const LARGE = 65_536;
const labels = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`label-number-${index}`, 'value']));

/** Sizes of the large objects that are parsed in one step while `act` runs. */
async function decodedBy(act: () => Promise<unknown>): Promise<readonly number[]> {
  const decoded: number[] = [];
  const parse = jest.spyOn(Entry.prototype, 'parse').mockImplementation(function (this: Entry) {
    decoded.push(this.length);
    return JSON.parse(this.bytes.toString()) as ReturnType<Entry['parse']>;
  });
  try {
    await act();
  } finally {
    parse.mockRestore();
  }
  return decoded.filter((bytes) => bytes > LARGE);
}

describe('large objects that admission reads for other objects are not decoded in one step', () => {
  let plugins: PluginServer;
  beforeAll(async () => {
    plugins = await PluginServer.start({
      server: {
        disableAdmissionPlugins: ['ServiceAccount'],
        enableAdmissionPlugins: ['PodNodeSelector', 'PodTolerationRestriction'],
      },
    });
    await plugins.make('/api/v1/namespaces', {
      metadata: {
        name: 'large',
        labels: { ...labels, 'pod-security.orch.io/enforce': 'baseline' },
        annotations: { 'scheduler.alpha.orch.io/node-selector': 'disk=ssd' },
      },
    });
    await plugins.make('/api/v1/nodes', {
      metadata: { name: 'n1', labels: { ...labels, 'topology.orch.io/zone': 'z1' } },
    });
  });
  afterAll(() => plugins.stop());

  it('a namespace and a node, of a new pod', async () => {
    const created: unknown[] = [];
    const decoded = await decodedBy(async () => {
      created.push((await plugins.send(`POST ${podsOf('large')}`, podOf('a', { nodeName: 'n1' }))).json);
      created.push(await plugins.outcome(`POST ${podsOf('large')}`, podOf('b', { hostNetwork: true })));
    });
    expect(decoded).toEqual([]);
    expect(created).toEqual([
      expect.objectContaining({
        metadata: expect.objectContaining({ labels: { 'topology.orch.io/zone': 'z1' } }) as object,
        spec: expect.objectContaining({ nodeSelector: { disk: 'ssd' } }) as object,
      }),
      [403, expect.stringContaining('violates PodSecurity "baseline:latest"')],
    ]);
  });

  it('a namespace that policies see', async () => {
    const path = '/apis/admissionregistration.orch.io/v1';
    const resourceRules = [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }];
    await plugins.make(`${path}/validatingadmissionpolicies`, {
      metadata: { name: 'p' },
      spec: {
        matchConstraints: { resourceRules },
        validations: [{ expression: "object.metadata.name == 'a' || size(namespaceObject.metadata.labels) < 10" }],
      },
    });
    await plugins.make(`${path}/validatingadmissionpolicybindings`, {
      metadata: { name: 'b' },
      spec: { policyName: 'p', validationActions: ['Deny'] },
    });
    const codes: number[] = [];
    const create = async (name: string): Promise<void> => {
      codes.push((await plugins.send('POST /api/v1/namespaces/large/configmaps', { metadata: { name } })).code);
    };
    const decoded = await decodedBy(async () => {
      await create('a');
      await create('b');
    });
    expect([codes, decoded]).toEqual([[201, 422], []]);
  });

  it('pods that a new quota counts', async () => {
    const env = Array.from({ length: 3_000 }, (_, index) => ({ name: `name-${index}`, value: 'value' }));
    await plugins.make('/api/v1/namespaces', { metadata: { name: 'counted' } });
    await plugins.make(podsOf('counted'), podOf('a', {}, { env }));
    await plugins.make('/api/v1/namespaces/counted/resourcequotas', {
      metadata: { name: 'q' },
      spec: { hard: { pods: '2' } },
    });
    const outcomes: unknown[] = [];
    const decoded = await decodedBy(async () => {
      for (const name of ['b', 'c']) outcomes.push(await plugins.outcome(`POST ${podsOf('counted')}`, podOf(name)));
    });
    expect([outcomes, decoded]).toEqual([
      [
        [201, undefined],
        [403, expect.stringContaining('exceeded quota: q')],
      ],
      [],
    ]);
  });

  it('classes, of new pods, claims and ingresses', async () => {
    const marked = (area: string) => ({ [`${area}.orch.io/is-default-class`]: 'true' });
    const large = (name: string, annotations = {}) => ({ metadata: { name, labels, annotations } });
    const apis = (group: string, plural: string) => `/apis/${group}.orch.io/v1/${plural}`;
    await plugins.make(apis('scheduling', 'priorityclasses'), { ...large('low'), value: 1, globalDefault: true });
    await plugins.make(apis('scheduling', 'priorityclasses'), { ...large('high'), value: 9 });
    await plugins.make(apis('storage', 'storageclasses'), { ...large('main', marked('storageclass')), provisioner: 'a/b' }); // prettier-ignore
    await plugins.make(apis('networking', 'ingressclasses'), { ...large('main', marked('ingressclass')), spec: { controller: 'a.b/c' } }); // prettier-ignore
    await plugins.make(apis('node', 'runtimeclasses'), { ...large('r'), handler: 'h', overhead: { podFixed: { cpu: '1' } } }); // prettier-ignore
    const specs: unknown[] = [];
    const create = async (path: string, body: object): Promise<void> => {
      specs.push((await plugins.send(`POST ${path}`, body)).json['spec']);
    };
    const resources = { requests: { storage: '1Gi' } };
    const backend = { service: { name: 's', port: { number: 1 } } };
    const decoded = await decodedBy(async () => {
      await create(podsOf('default'), podOf('a'));
      await create(podsOf('default'), podOf('b', { priorityClassName: 'high', runtimeClassName: 'r' }));
      await create('/api/v1/namespaces/default/persistentvolumeclaims', {
        metadata: { name: 'a' },
        spec: { accessModes: ['ReadWriteOnce'], resources },
      });
      await create('/apis/networking.orch.io/v1/namespaces/default/ingresses', {
        metadata: { name: 'a' },
        spec: { defaultBackend: backend },
      });
    });
    expect([specs, decoded]).toEqual([
      [
        expect.objectContaining({ priorityClassName: 'low', priority: 1 }),
        expect.objectContaining({ priority: 9, overhead: { cpu: '1' } }),
        expect.objectContaining({ storageClassName: 'main' }),
        expect.objectContaining({ ingressClassName: 'main' }),
      ],
      [],
    ]);
  });
});
