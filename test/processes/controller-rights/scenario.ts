import { pathsOf, type Body, type ResourceServer } from '../../support/resource-fixtures.js';
import { CLIENT_USAGES, decide, pkcs10 } from '../../support/signing-requests.js';

const TOKEN = { id: 'abcdef', secret: '0123456789abcdef' };
const LONG_AGO = '2020-01-01T00:00:00Z';
const container = { name: 'c', image: 'i' };
const claimSpec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, storageClassName: '' };

/** Makes each controller do each thing that it does. Objects are in the namespace of the server unless named otherwise. */
export async function exerciseControllers(server: ResourceServer): Promise<void> {
  const { groups, namespaces } = server.vocabulary;
  const inNamespace = `namespaces/${server.namespace}`;
  const apps = `/apis/${groups.apps}/v1/${inNamespace}`;
  const owner = (of: Body, more: object = {}) => ({
    apiVersion: of.apiVersion,
    kind: of.kind,
    name: of.metadata.name,
    uid: of.metadata.uid,
    ...more,
  });
  const map = (name: string, metadata: object = {}) =>
    server.create(server.paths.configMaps, { metadata: { name, ...metadata } });

  async function bootstrapTokens(): Promise<void> {
    const { secrets } = pathsOf(server.vocabulary, namespaces.system);
    const token = (id: string, more: object) => ({
      metadata: { name: `bootstrap-token-${id}` },
      type: server.vocabulary.secretTypes.bootstrapToken,
      stringData: { 'token-id': id, 'token-secret': TOKEN.secret, 'usage-bootstrap-signing': 'true', ...more },
    });
    await server.create(secrets, token(TOKEN.id, { 'usage-bootstrap-authentication': 'true' }));
    await server.create(secrets, token('expire', { expiration: LONG_AGO }));
  }

  async function clusterRoles(): Promise<void> {
    const roles = `/apis/${groups.rbac}/v1/clusterroles`;
    const labels = { 'gather.example.com/me': 'yes' };
    const rules = [{ verbs: ['get'], apiGroups: ['example.com'], resources: ['things'] }];
    const aggregationRule = { clusterRoleSelectors: [{ matchLabels: labels }] };
    await server.create(roles, { metadata: { name: 'gathering' }, aggregationRule });
    await server.create(roles, { metadata: { name: 'gathered', labels }, rules });
  }

  async function signingRequests(): Promise<void> {
    const { requests } = server.paths;
    const bindings = `/apis/${groups.rbac}/v1/clusterrolebindings`;
    const bind = (name: string, role: string) =>
      server.create(bindings, {
        metadata: { name },
        roleRef: { apiGroup: groups.rbac, kind: 'ClusterRole', name: role },
        subjects: [{ apiGroup: groups.rbac, kind: 'Group', name: 'system:bootstrappers' }],
      });
    await bind('bring-in', 'system:node-bootstrapper');
    await bind('approve', `system:${groups.certificates}:certificatesigningrequests:nodeclient`);
    const commonName = 'system:node:n1';
    const request = await pkcs10({ commonName, organizations: ['system:nodes'] });
    const spec = { request, signerName: server.vocabulary.signers.apiServerClientNode, usages: CLIENT_USAGES };
    const as = { token: `${TOKEN.id}.${TOKEN.secret}` };
    const asked = await server.post(requests, { metadata: { name: 'of-node' }, spec }, { as });
    if (asked.code !== 201) throw new Error(asked.text);
    // Of a signer whose requests no controller approves: the decision is of this test.
    const own = { ...spec, signerName: server.vocabulary.signers.apiServerClient };
    const old = await server.create(requests, { metadata: { name: 'old' }, spec: own });
    const condition = {
      type: 'Denied',
      status: 'True',
      reason: 'Test',
      message: 'by a test',
      lastUpdateTime: LONG_AGO,
    };
    const denied = await server.put(`${requests}/old/approval`, { ...old, status: { conditions: [condition] } });
    if (denied.code !== 200) throw new Error(denied.text);
    await decide(server, await server.create(requests, { metadata: { name: 'own' }, spec: own }), 'Approved');
  }

  async function disruptionBudgets(): Promise<void> {
    const budgets = `/apis/${groups.policy}/v1/${inNamespace}/poddisruptionbudgets`;
    const budget = (name: string, labels: object) =>
      server.create(budgets, { metadata: { name }, spec: { maxUnavailable: 1, selector: { matchLabels: labels } } });
    const labels = { app: 'web' };
    const template = { metadata: { labels }, spec: { containers: [container] } };
    const spec = { replicas: 2, selector: { matchLabels: labels }, template };
    const deployment = await server.create(`${apps}/deployments`, { metadata: { name: 'web' }, spec });
    const ownerReferences = [owner(deployment, { controller: true })];
    const set = await server.create(`${apps}/replicasets`, {
      metadata: { name: 'web', labels, ownerReferences },
      spec,
    });
    const pod = { name: 'web-1', labels, ownerReferences: [owner(set, { controller: true })] };
    await server.create(server.paths.pods, { metadata: pod, spec: { containers: [container] } });
    await budget('covering', labels);
    // Its event is counted up.
    await budget('empty', { app: 'nothing' });
    await server.merge(`${budgets}/empty`, { spec: { maxUnavailable: 2 } });
    await server.merge(`${budgets}/empty`, { spec: { maxUnavailable: 3 } });
  }

  async function garbage(): Promise<void> {
    const kept = await map('kept');
    const going = await map('going');
    await map('of-both', { ownerReferences: [owner(kept), owner(going)] });
    await map('of-one', { ownerReferences: [owner(going)] });
    const elsewhere = { apiVersion: 'v1', kind: 'ConfigMap', name: 'never-there', uid: 'a-uid' };
    await map('of-nothing', { ownerReferences: [elsewhere] });
    // Refers to an object of another namespace, which an event says.
    await map('astray', { ownerReferences: [{ ...elsewhere, kind: 'Pod', name: 'kept', uid: kept.metadata.uid }] });
    await server.delete(`${server.paths.configMaps}/going`);
  }

  async function terminatingNamespace(): Promise<void> {
    const paths = pathsOf(server.vocabulary, 'terminating');
    await server.create(server.paths.namespaces, { metadata: { name: 'terminating' } });
    await server.create(paths.configMaps, { metadata: { name: 'held', finalizers: ['example.com/held'] } });
    await server.create('/api/v1/namespaces/terminating/services', {
      metadata: { name: 'one-by-one' },
      spec: { ports: [{ port: 80 }] },
    });
    await server.delete(`${server.paths.namespaces}/terminating`);
    await untilBody(
      server,
      `${server.paths.namespaces}/terminating`,
      ({ status }) => status?.['conditions'] !== undefined,
    );
    await server.merge(`${paths.configMaps}/held`, { metadata: { finalizers: null } });
  }

  async function volumes(): Promise<void> {
    const volume = (name: string, storageClassName = '') =>
      server.create(server.paths.volumes, {
        metadata: { name },
        spec: {
          storageClassName,
          capacity: { storage: '1Gi' },
          accessModes: ['ReadWriteOnce'],
          hostPath: { path: '/v' },
        },
      });
    const claim = (name: string, spec: object = {}) =>
      server.create(server.paths.claims, { metadata: { name }, spec: { ...claimSpec, ...spec } });
    const isBound = ({ status }: Body) => status?.['phase'] === 'Bound';
    await volume('lost');
    await claim('losing', { volumeName: 'lost' });
    await volume('released');
    await claim('released', { volumeName: 'released' });
    for (const name of ['losing', 'released']) await untilBody(server, `${server.paths.claims}/${name}`, isBound);
    await server.delete(`${server.paths.claims}/released`);
    await server.merge(`${server.paths.volumes}/lost`, { metadata: { finalizers: null } });
    await server.delete(`${server.paths.volumes}/lost`);
    await volume('matching');
    await claim('searching');
    await untilBody(server, `${server.paths.claims}/searching`, isBound);
    const ephemeral = { volumeClaimTemplate: { spec: claimSpec } };
    const pod = (name: string) => ({
      metadata: { name },
      spec: { containers: [container], volumes: [{ name: 'v', ephemeral }] },
    });
    await server.create(server.paths.pods, pod('ephemeral'));
    // Another claim has the name, which an event says.
    await claim('taken-v');
    await server.create(server.paths.pods, pod('taken'));
    const provisioner = 'example.com/growing';
    const classes = `/apis/${groups.storage}/v1/storageclasses`;
    await server.create(classes, { metadata: { name: 'growing' }, provisioner, allowVolumeExpansion: true });
    await volume('growing', 'growing');
    await claim('growing', { storageClassName: 'growing', volumeName: 'growing' });
    await untilBody(server, `${server.paths.claims}/growing`, isBound);
    // The event of the first size is counted up by the second.
    for (const storage of ['2Gi', '3Gi'])
      await server.merge(`${server.paths.claims}/growing`, { spec: { resources: { requests: { storage } } } });
    await volume('unused', 'never-requested');
    await server.delete(`${server.paths.volumes}/unused`);
  }

  async function quotas(): Promise<void> {
    const hard = { configmaps: '50', 'count/replicasets.apps': '9', pods: '9' };
    await server.create(`/api/v1/${inNamespace}/resourcequotas`, { metadata: { name: 'q' }, spec: { hard } });
    await map('counted');
    await server.delete(`${server.paths.configMaps}/counted`);
  }

  async function finishedJob(): Promise<void> {
    const jobs = `/apis/${groups.batch}/v1/${inNamespace}/jobs`;
    const template = { spec: { restartPolicy: 'Never', containers: [container] } };
    await server.create(jobs, { metadata: { name: 'done' }, spec: { ttlSecondsAfterFinished: 0, template } });
    const times = { startTime: LONG_AGO, completionTime: LONG_AGO };
    const conditions = ['SuccessCriteriaMet', 'Complete'].map((type) => ({
      ...{ type, status: 'True', reason: 'Test', message: '', lastTransitionTime: LONG_AGO },
    }));
    await server.merge(`${jobs}/done/status`, { status: { ...times, conditions } });
  }

  async function strandedPod(): Promise<void> {
    const metadata = { name: 'stranded', finalizers: ['example.com/held'] };
    await server.create(server.paths.pods, { metadata, spec: { containers: [container] } });
    await server.delete(`${server.paths.pods}/stranded`);
    await untilBody(server, `${server.paths.pods}/stranded`, ({ status }) => status?.['phase'] === 'Failed');
    await server.merge(`${server.paths.pods}/stranded`, { metadata: { finalizers: null } });
  }

  async function serviceEndpoints(): Promise<void> {
    const services = `/api/v1/${inNamespace}/services`;
    const endpoints = (name: string) => `/api/v1/${inNamespace}/endpoints/${name}`;
    const slicesPath = `/apis/${groups.discovery}/v1/${inNamespace}/endpointslices`;
    const names = server.vocabulary.labels;
    const labels = { app: 'routed' };
    const spec = { selector: labels, ports: [{ port: 80 }] };
    await server.create(server.paths.nodes, { metadata: { name: 'node-1' } });
    for (const name of ['routed', 'unrouted']) {
      await server.create(services, { metadata: { name }, spec });
      await untilBody(server, endpoints(name), ({ kind }) => kind === 'Endpoints');
    }
    await server.delete(`${services}/unrouted`);
    const of = { nodeName: 'node-1', containers: [container] };
    await server.create(server.paths.pods, { metadata: { name: 'routed', labels }, spec: of });
    const status = { phase: 'Running', podIP: '10.1.0.1', podIPs: [{ ip: '10.1.0.1' }] };
    await server.merge(`${server.paths.pods}/routed/status`, { status });
    // Endpoints of a user are mirrored, and changed; then they have another port and family.
    await server.create(services, { metadata: { name: 'own' }, spec: { ports: [{ port: 80 }] } });
    const subsets = (ip: string) => [{ addresses: [{ ip }] }];
    const own = endpoints('own');
    await server.create(`/api/v1/${inNamespace}/endpoints`, {
      metadata: { name: 'own' },
      subsets: subsets('192.0.2.1'),
    });
    const mirror = `${slicesPath}?labelSelector=${names.serviceName}=own`;
    const holds =
      (ip: string) =>
      ({ items }: Body) =>
        JSON.stringify(items ?? []).includes(ip);
    await untilBody(server, mirror, holds('192.0.2.1'));
    for (const ip of ['192.0.2.2', '2001:db8::1']) {
      await server.merge(own, { subsets: subsets(ip) });
      await untilBody(server, mirror, holds(ip));
    }
    // Slices of the family that it has no longer are deleted.
    const manager = names.sliceManager;
    await server.create(slicesPath, {
      metadata: {
        name: 'surplus',
        labels: { [names.serviceName]: 'routed', [manager.label]: manager.controller },
      },
      addressType: 'IPv6',
      endpoints: [],
    });
  }

  async function silentNode(): Promise<void> {
    const nodes = '/api/v1/nodes';
    const ready = [{ type: 'Ready', status: 'True' }];
    await server.create(nodes, { metadata: { name: 'silent' } });
    await server.merge(`${nodes}/silent/status`, { status: { conditions: ready } });
    const spec = { nodeName: 'silent', containers: [container] };
    await server.create(server.paths.pods, { metadata: { name: 'on-silent' }, spec });
    await server.merge(`${server.paths.pods}/on-silent/status`, { status: { conditions: ready } });
    const leases = `/apis/${groups.coordination}/v1/namespaces/${namespaces.nodeLease}/leases`;
    await server.create(leases, { metadata: { name: 'silent' }, spec: { holderIdentity: 'silent' } });
  }

  async function evictedPod(): Promise<void> {
    const taints = [{ key: 'example.com/off', effect: 'NoExecute' }];
    await server.create('/api/v1/nodes', { metadata: { name: 'tainted' }, spec: { taints } });
    const spec = { nodeName: 'tainted', containers: [container] };
    await server.create(server.paths.pods, { metadata: { name: 'on-tainted' }, spec });
  }

  async function accounts(): Promise<void> {
    const { rootCaConfigMap, secretTypes, annotations } = server.vocabulary;
    await untilBody(server, `${server.paths.configMaps}/${rootCaConfigMap}`, ({ data }) => data !== undefined);
    await server.merge(`${server.paths.configMaps}/${rootCaConfigMap}`, { data: { 'ca.crt': 'changed' } });
    const account = await server.create(server.paths.serviceAccounts, { metadata: { name: 'robot' } });
    const token = (name: string) => ({
      metadata: { name, annotations: { [annotations.serviceAccountName]: account.metadata.name } },
      type: secretTypes.serviceAccountToken,
    });
    await server.create(server.paths.secrets, token('robot-token'));
    await untilBody(server, `${server.paths.secrets}/robot-token`, ({ data }) => data?.['token'] !== undefined);
    await server.delete(`${server.paths.serviceAccounts}/robot`);
  }

  await bootstrapTokens();
  await Promise.all([
    clusterRoles(),
    signingRequests(),
    disruptionBudgets(),
    volumes(),
    accounts(),
    garbage(),
    finishedJob(),
    strandedPod(),
    serviceEndpoints(),
    silentNode(),
    evictedPod(),
  ]);
  await quotas();
  await terminatingNamespace();
}

/** Reads until the condition holds: each look is a request. The test fails by its own timeout. */
async function untilBody(server: ResourceServer, path: string, condition: (body: Body) => boolean): Promise<void> {
  while (!condition((await server.get(path)).body));
}
