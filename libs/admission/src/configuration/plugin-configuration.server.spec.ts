import type { Answer } from '@orch/server-testing';
import { configurationOf, PluginServer, podOf, podsOf } from '../plugin-server.fixture.js';

const AUDIT = 'would violate PodSecurity "restricted:';
const warningsOf = (headers: Answer['headers']): string => [headers['warning'] ?? []].flat().join();
const named = (name: string, more: object = {}) => ({ metadata: { name, ...more } });

describe('configuration of admission plugins', () => {
  let plugins: PluginServer;
  beforeAll(async () => {
    plugins = await PluginServer.start({
      configuration: {
        apiVersion: 'apiserver.config.orch.io/v1',
        kind: 'AdmissionConfiguration',
        plugins: [
          {
            name: 'PodSecurity',
            configuration: {
              apiVersion: 'pod-security.admission.config.orch.io/v1',
              kind: 'PodSecurityConfiguration',
              defaults: { enforce: 'baseline', warn: 'restricted', 'warn-version': 'v1.24', audit: 'restricted' },
              exemptions: { usernames: ['jane'], namespaces: ['exempt'], runtimeClasses: ['vm'] },
            },
          },
          { name: 'PodNodeSelector', path: 'selectors.json' },
          {
            name: 'PodTolerationRestriction',
            configuration: {
              apiVersion: 'podtolerationrestriction.admission.orch.io/v1alpha1',
              kind: 'Configuration',
              default: [{ key: 'cluster', operator: 'Exists' }],
              whitelist: ['cluster', 'node.orch.io/not-ready', 'node.orch.io/unreachable'].map((key) => ({
                key,
                operator: 'Exists',
              })),
            },
          },
          {
            name: 'ResourceQuota',
            configuration: {
              apiVersion: 'apiserver.config.orch.io/v1',
              kind: 'ResourceQuotaConfiguration',
              limitedResources: [
                {
                  resource: 'persistentvolumeclaims',
                  matchContains: ['.storageclass.storage.orch.io/requests.storage'],
                },
                {
                  resource: 'pods',
                  matchScopes: [{ scopeName: 'PriorityClass', operator: 'In', values: ['limited'] }],
                },
              ],
            },
          },
          { name: 'EventRateLimit', configuration: { broken: 'and not read, since the plugin does not run' } },
        ],
      },
      files: {
        'selectors.json': {
          podNodeSelectorPluginConfig: { clusterDefaultNodeSelector: 'zone=a', listed: 'zone=a,own=b' },
        },
      },
      server: { enableAdmissionPlugins: ['PodNodeSelector', 'PodTolerationRestriction'] },
    });
    for (const name of ['plain', 'listed', 'metered']) await plugins.make('/api/v1/namespaces', named(name));
  });
  afterAll(() => plugins.stop());

  describe('B-276 PodSecurity', () => {
    const host = { hostNetwork: true };
    it('refuses what its default level forbids, and warns by the default version', async () => {
      expect(await plugins.outcome(`POST ${podsOf('plain')}`, podOf('a', host))).toEqual([
        403,
        'pods "a" is forbidden: violates PodSecurity "baseline:latest": host namespaces (hostNetwork=true)',
      ]);
      const { code, headers } = await plugins.send(`POST ${podsOf('plain')}`, podOf('b'));
      expect([code, warningsOf(headers)]).toEqual([
        201,
        expect.stringContaining(`${AUDIT.replaceAll('"', '\\"')}v1.24`),
      ]);
    });

    it('labels of a namespace take precedence', async () => {
      const labels = { 'pod-security.orch.io/enforce': 'privileged', 'pod-security.orch.io/warn': 'privileged' };
      await plugins.make('/api/v1/namespaces', named('labelled', { labels }));
      const { code, headers } = await plugins.send(`POST ${podsOf('labelled')}`, podOf('a', host));
      expect([code, warningsOf(headers)]).toEqual([201, '']);
    });

    it('does not check exempt users, namespaces and runtime classes', async () => {
      const warned = await plugins.make(
        '/api/v1/namespaces',
        named('exempt', { labels: { 'pod-security.orch.io/enforce': 'restricted' } }),
      );
      expect(warningsOf(warned.headers)).toContain(
        'namespace \\"exempt\\" is exempt from Pod Security, and the policy (enforce=restricted:latest) will be ignored',
      );
      const { headers } = await plugins.make(podsOf('exempt'), podOf('a', host));
      expect(warningsOf(headers)).toBe('');
      await plugins.allow(
        'plain',
        'pods',
        ['jane', 'kim'],
        [{ apiGroups: [''], resources: ['pods'], verbs: ['create'] }],
      );
      expect((await plugins.send(`POST ${podsOf('plain')}`, podOf('c', host), { token: 'jane' })).code).toBe(201);
      expect((await plugins.send(`POST ${podsOf('plain')}`, podOf('d', host), { token: 'kim' })).code).toBe(403);
      await plugins.make('/apis/node.orch.io/v1/runtimeclasses', { ...named('vm'), handler: 'h' });
      await plugins.make(podsOf('plain'), podOf('e', { ...host, runtimeClassName: 'vm' }));
    });
  });

  it('B-276 PodNodeSelector reads its own file: a default, and labels that a namespace may select', async () => {
    const { json } = await plugins.make(podsOf('plain'), podOf('f'));
    expect(json['spec']).toMatchObject({ nodeSelector: { zone: 'a' } });
    await plugins.make(podsOf('listed'), podOf('f', { nodeSelector: { own: 'b' } }));
    expect(await plugins.outcome(`POST ${podsOf('listed')}`, podOf('g', { nodeSelector: { other: 'b' } }))).toEqual([
      403,
      'pods "g" is forbidden: pod node label selector labels conflict with its namespace whitelist',
    ]);
  });

  it('B-276 PodTolerationRestriction adds the default of the cluster, and refuses others', async () => {
    const { json } = await plugins.make(podsOf('plain'), podOf('h'));
    const { tolerations } = json['spec'] as { tolerations: object[] };
    expect(tolerations).toContainEqual({ key: 'cluster', operator: 'Exists' });
    const other = podOf('i', { tolerations: [{ key: 'other', operator: 'Exists' }] });
    expect(await plugins.outcome(`POST ${podsOf('plain')}`, other)).toEqual([
      500,
      'pod tolerations (possibly merged with namespace default tolerations) conflict with its cluster whitelist',
    ]);
  });

  describe('B-276 ResourceQuota', () => {
    const claims = '/api/v1/namespaces/metered/persistentvolumeclaims';
    const claim = (name: string) => ({
      ...named(name),
      spec: {
        accessModes: ['ReadWriteOnce'],
        storageClassName: 'gold',
        resources: { requests: { storage: '1Gi' } },
      },
    });
    const quota = (name: string, spec: object) =>
      plugins.make('/api/v1/namespaces/metered/resourcequotas', { ...named(name), spec });

    it('refuses a limited resource that no quota limits', async () => {
      const gold = 'gold.storageclass.storage.orch.io/requests.storage';
      expect(await plugins.outcome(`POST ${claims}`, claim('a'))).toEqual([
        403,
        `persistentvolumeclaims "a" is forbidden: insufficient quota to consume: ${gold}`,
      ]);
      await quota('gold', { hard: { [gold]: '1Gi' } });
      expect(await plugins.outcome(`POST ${claims}`, claim('a'))).toEqual([201, undefined]);
      expect(await plugins.outcome(`POST ${claims}`, claim('b'))).toEqual([
        403,
        expect.stringContaining('exceeded quota: gold'),
      ]);
    });

    it('refuses a limited scope that no quota has', async () => {
      await plugins.make('/apis/scheduling.orch.io/v1/priorityclasses', { ...named('limited'), value: 1 });
      const pod = podOf('p', { priorityClassName: 'limited' });
      const { code, json } = await plugins.send(`POST ${podsOf('metered')}`, pod);
      expect([code, json.reason, json.message]).toEqual([
        500,
        undefined,
        'insufficient quota to match these scopes: [{PriorityClass In [limited]}]',
      ]);
      expect(await plugins.outcome(`POST ${podsOf('metered')}`, podOf('q'))).toEqual([201, undefined]);
      const matchExpressions = [{ scopeName: 'PriorityClass', operator: 'In', values: ['limited'] }];
      await quota('limited', { hard: { pods: '10' }, scopeSelector: { matchExpressions } });
      expect(await plugins.outcome(`POST ${podsOf('metered')}`, pod)).toEqual([201, undefined]);
    });
  });
});

describe('a configuration that stops the start', () => {
  const start = async (configuration: object | string, enableAdmissionPlugins: string[] = [], files = {}) => {
    const plugins = await PluginServer.start({ configuration, files, server: { enableAdmissionPlugins } });
    await plugins.stop();
  };
  const ofPlugin = (name: string, configuration: object) => configurationOf({ [name]: configuration });
  const limits = (...all: object[]) =>
    ofPlugin('EventRateLimit', {
      apiVersion: 'eventratelimit.admission.orch.io/v1alpha1',
      kind: 'Configuration',
      limits: all,
    });
  const security = (more: object) =>
    ofPlugin('PodSecurity', {
      apiVersion: 'pod-security.admission.config.orch.io/v1',
      kind: 'PodSecurityConfiguration',
      ...more,
    });

  it.each<[what: string, configuration: object | string, plugins: string[], message: string]>([
    ['another kind', { apiVersion: 'v1', kind: 'Pod' }, [], 'apiVersion and kind must be apiserver.config.orch.io/v1 AdmissionConfiguration or '],
    ['another version', { apiVersion: 'apiserver.config.orch.io/v2', kind: 'AdmissionConfiguration' }, [], ', not apiserver.config.orch.io/v2 AdmissionConfiguration'],
    ['no YAML', 'a: [', [], 'admission.yaml: '],
    ['a misspelt field', { ...configurationOf({}), plugin: [] }, [], 'plugin: is not a known field'],
    ['a plugin twice', { ...configurationOf({}), plugins: [{ name: 'PodSecurity' }, { name: 'PodSecurity' }] }, [], 'plugins: must not name one plugin twice'],
    ['a missing file', { ...configurationOf({}), plugins: [{ name: 'PodSecurity', path: 'none.yaml' }] }, [], 'configuration of PodSecurity: ENOENT'],
    ['a configuration of another plugin', ofPlugin('PodSecurity', { apiVersion: 'x/v1', kind: 'Y' }), [], 'PodSecurity: plugins[0].configuration: apiVersion and kind must be pod-security.admission.config.orch.io/v1 PodSecurityConfiguration or '],
    ['an unknown level', security({ defaults: { enforce: 'tight' } }), [], 'defaults.enforce: must be one of privileged, baseline, restricted'],
    ['an unknown version', security({ defaults: { 'warn-version': '1.24' } }), [], 'defaults.warn-version: must be "latest" or "v1.x"'],
    ['an invalid exemption', security({ exemptions: { namespaces: ['A'] } }), [], 'exemptions.namespaces[0]: Invalid value: "A": '],
    ['no limits', limits(), ['EventRateLimit'], 'limits: must not be empty'],
    ['an unknown limit', limits({ type: 'Node', qps: 1, burst: 1 }), ['EventRateLimit'], 'limits[0].type: must be one of Server, Namespace, User, SourceAndObject'],
    ['a limit of zero', limits({ type: 'User', qps: 0, burst: 1 }), ['EventRateLimit'], 'limits[0].qps: must be positive'],
    ['no configuration', configurationOf({}), ['EventRateLimit'], 'admission plugin EventRateLimit needs a configuration in the file of --admission-control-config-file'],
    ['a selector that is none', { podNodeSelectorPluginConfig: { a: 'x' } }, ['PodNodeSelector'], 'podNodeSelectorPluginConfig.a: invalid selector: [x]'],
    ['a toleration without key', ofPlugin('PodTolerationRestriction', { apiVersion: 'podtolerationrestriction.admission.orch.io/v1alpha1', kind: 'Configuration', default: [{ effect: 'NoSchedule' }] }), ['PodTolerationRestriction'], 'default[0].operator: Invalid value: "": operator must be Exists when `key` is empty'],
    ['a limited resource without name', ofPlugin('ResourceQuota', { apiVersion: 'apiserver.config.orch.io/v1', kind: 'ResourceQuotaConfiguration', limitedResources: [{}] }), [], 'limitedResources[0].resource: is needed: the name of a resource'],
    ['a relative file of credentials', ofPlugin('ValidatingAdmissionWebhook', { apiVersion: 'apiserver.config.orch.io/v1', kind: 'WebhookAdmissionConfiguration', kubeConfigFile: 'a' }), [], 'kubeConfigFile: must be an absolute path'],
    ['missing credentials', ofPlugin('MutatingAdmissionWebhook', { apiVersion: 'apiserver.config.orch.io/v1', kind: 'WebhookAdmissionConfiguration', kubeConfigFile: '/none' }), [], 'MutatingAdmissionWebhook: client configuration /none does not exist'],
    ['no image service', { imagePolicy: { allowTTL: -2 } }, ['ImagePolicyWebhook'], 'imagePolicy.kubeConfigFile: is needed: a client configuration file'],
    ['a TTL out of bounds', { imagePolicy: { kubeConfigFile: '/a', allowTTL: 1801 } }, ['ImagePolicyWebhook'], 'imagePolicy.allowTTL: must be from 1 to 1800, 0 for the default, or -1 for no cache'],
  ])('B-276 %s', async (_what, configuration, enabled, message) => {
    const failure = await start(configuration, enabled).catch((error: unknown) => error as Error);
    expect(failure).toMatchObject({ name: 'UsageError', message: expect.stringContaining(message) as string });
  }); // prettier-ignore

  it('B-276 the whole file may be that of PodNodeSelector', async () => {
    await start({ podNodeSelectorPluginConfig: { clusterDefaultNodeSelector: 'a=b' } }, ['PodNodeSelector']);
  });
});
