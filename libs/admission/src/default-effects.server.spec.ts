import { createCertificateAuthority, issueCertificate } from '@orch/pki';
import { requestWithSubject, ReviewServer, sendJson } from '@orch/testing';
import { PluginServer, podOf, podsOf } from './plugin-server.fixture.js';

const CERTIFICATES = '/apis/certificates.orch.io/v1/certificatesigningrequests';
const SIGNER = 'example.com/signer';
const MERGE = { type: 'application/merge-patch+json' };
const named = (name: string, more: object = {}) => ({ metadata: { name }, ...more });
const base64 = (text: string): string => Buffer.from(text).toString('base64');

interface PodSpec {
  readonly serviceAccountName?: string;
  readonly imagePullSecrets?: readonly object[];
  readonly volumes?: readonly { readonly name: string; readonly projected: object }[];
  readonly containers: readonly { readonly volumeMounts?: readonly object[] }[];
}
const specOf = ({ json }: { readonly json: Readonly<Record<string, unknown>> }) => json['spec'] as PodSpec;
const request = (organization: string, signerName: string) => ({
  metadata: { generateName: 'r-' },
  spec: {
    request: base64(
      requestWithSubject([[{ type: 'O', value: organization }], [{ type: 'CN', value: 'me' }]]).requestPem,
    ),
    signerName,
    usages: ['client auth'],
  },
});

describe('B-289 D-167 effects of the default plugins', () => {
  let plugins: PluginServer;
  beforeAll(async () => {
    plugins = await PluginServer.start({ server: { disableAdmissionPlugins: [] } });
    const accounts = '/api/v1/namespaces/default/serviceaccounts';
    await plugins.make(accounts, named('default', { imagePullSecrets: [{ name: 'registry' }] }));
    await plugins.make(accounts, named('quiet', { automountServiceAccountToken: false }));
  });
  afterAll(() => plugins.stop());

  it('D-173 NamespaceLifecycle: no object in a missing or terminating namespace, system namespaces stay', async () => {
    expect(await plugins.outcome('POST /api/v1/namespaces/none/configmaps', named('a'))).toEqual([
      404,
      'namespaces "none" not found',
    ]);
    await plugins.make('/api/v1/namespaces', named('ending'));
    await plugins.send('DELETE /api/v1/namespaces/ending');
    const { code, json } = await plugins.send('POST /api/v1/namespaces/ending/configmaps', named('a'));
    expect([code, json['details']]).toMatchObject([403, { causes: [{ reason: 'NamespaceTerminating' }] }]);
    // Whatever else is wrong: the account of the pod is gone, and the labels are none.
    const late = await plugins.send(`POST ${podsOf('ending')}`, podOf('p'));
    expect([late.code, late.json['details']]).toMatchObject([403, { causes: [{ reason: 'NamespaceTerminating' }] }]);
    const invalid = { metadata: { name: 'a', labels: { 'a b': 'c' } } };
    expect(await plugins.outcome('POST /api/v1/namespaces/none/configmaps', invalid)).toEqual([
      404,
      'namespaces "none" not found',
    ]);
    for (const name of ['default', 'orch-system', 'orch-public'])
      expect(await plugins.outcome(`DELETE /api/v1/namespaces/${name}`)).toEqual([
        403,
        `namespaces "${name}" is forbidden: this namespace may not be deleted`,
      ]);
  });

  it('D-167 LimitRanger: a container gets the default limit', async () => {
    await plugins.make('/api/v1/namespaces', named('limited'));
    const spec = { limits: [{ type: 'Container', default: { cpu: '1' } }] };
    await plugins.make('/api/v1/namespaces/limited/limitranges', named('l', { spec }));
    await plugins.make('/api/v1/namespaces/limited/serviceaccounts', named('default'));
    expect(specOf(await plugins.make(podsOf('limited'), podOf('p'))).containers).toMatchObject([
      { resources: { limits: { cpu: '1' } } },
    ]);
  });

  it('B-291 D-170 ServiceAccount: the account default, with its pull secrets; an unknown one is 403', async () => {
    const pod = specOf(await plugins.make(podsOf('default'), podOf('accounted')));
    expect(pod).toMatchObject({ serviceAccountName: 'default', imagePullSecrets: [{ name: 'registry' }] });
    expect(await plugins.outcome(`POST ${podsOf('default')}`, podOf('p', { serviceAccountName: 'none' }))).toEqual([
      403,
      'pods "p" is forbidden: error looking up service account default/none: serviceaccount "none" not found',
    ]);
  });

  it('D-171 ServiceAccount: the token is mounted, unless the account or the pod opts out', async () => {
    const { volumes, containers } = specOf(await plugins.make(podsOf('default'), podOf('mounted')));
    expect(volumes).toEqual([
      {
        name: expect.stringMatching(/^orch-api-access-[a-z0-9]{5}$/) as string,
        projected: {
          defaultMode: 420,
          sources: [
            { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
            { configMap: { name: 'orch-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
            {
              downwardAPI: {
                items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
              },
            },
          ],
        },
      },
    ]);
    const mountPath = '/var/run/secrets/orch.io/serviceaccount';
    expect(containers[0]!.volumeMounts).toEqual([{ name: volumes![0]!.name, mountPath, readOnly: true }]);
    const automount = (name: string, spec: object) =>
      plugins.make(podsOf('default'), podOf(name, spec)).then((answer) => specOf(answer).volumes?.length ?? 0);
    expect(await automount('no', { automountServiceAccountToken: false })).toBe(0);
    expect(await automount('quiet', { serviceAccountName: 'quiet' })).toBe(0);
    expect(await automount('yes', { serviceAccountName: 'quiet', automountServiceAccountToken: true })).toBe(1);
  });

  it('B-294 D-172 TaintNodesByCondition: a new node is tainted as not ready', async () => {
    await plugins.make('/api/v1/nodes', named('n'));
    expect((await plugins.send('GET /api/v1/nodes/n')).json['spec']).toMatchObject({
      taints: [{ key: 'node.orch.io/not-ready', effect: 'NoSchedule' }],
    });
  });

  it('PodTopologyLabels: a pod gets the zone and region of its node, when it is created there and when it is bound', async () => {
    const topology = { 'topology.orch.io/zone': 'z', 'topology.orch.io/region': 'r' };
    await plugins.make('/api/v1/nodes', { metadata: { name: 'placed', labels: { ...topology, other: 'x' } } });
    const created = await plugins.make(podsOf('default'), podOf('placed', { nodeName: 'placed' }));
    expect((created.json['metadata'] as { labels: object }).labels).toEqual(topology);
    await plugins.make(podsOf('default'), podOf('bound'));
    const binding = { metadata: { name: 'bound' }, target: { kind: 'Node', name: 'placed' } };
    await plugins.make(`${podsOf('default')}/bound/binding`, binding);
    const { json } = await plugins.send(`GET ${podsOf('default')}/bound`);
    expect((json['metadata'] as { labels: object }).labels).toEqual(topology);
  });

  it('D-176 PodSecurity: labels of the namespace refuse, warn, and name a version', async () => {
    const prefix = 'pod-security.orch.io/';
    const labels = {
      [`${prefix}enforce`]: 'baseline',
      [`${prefix}enforce-version`]: 'v1.24',
      [`${prefix}warn`]: 'restricted',
    };
    await plugins.make('/api/v1/namespaces', { metadata: { name: 'secured', labels } });
    await plugins.make('/api/v1/namespaces/secured/serviceaccounts', named('default'));
    const privileged = podOf('p', {}, { securityContext: { privileged: true } });
    expect(await plugins.outcome(`POST ${podsOf('secured')}`, privileged)).toEqual([
      403,
      'pods "p" is forbidden: violates PodSecurity "baseline:v1.24": privileged (container "c" must not set securityContext.privileged=true)',
    ]);
    const { headers } = await plugins.make(podsOf('secured'), podOf('q'));
    expect(headers['warning']).toContain('would violate PodSecurity \\"restricted:latest\\": ');
    const invalid = { metadata: { name: 'odd', labels: { [`${prefix}audit`]: 'tight' } } };
    expect((await plugins.send('POST /api/v1/namespaces', invalid)).code).toBe(422);
  });

  it('D-167 Priority: an unknown class is 403', async () => {
    expect(await plugins.outcome(`POST ${podsOf('default')}`, podOf('p', { priorityClassName: 'none' }))).toEqual([
      403,
      'pods "p" is forbidden: no PriorityClass with name none was found',
    ]);
  });

  it('D-178 Priority: a pod of a class of the system has its value, without a class 0, and these classes are there', async () => {
    const classes = [['system-cluster-critical', 2_000_000_000], ['system-node-critical', 2_000_001_000]] as const;
    for (const [name, value] of classes) {
      const { json } = await plugins.send(`GET /apis/scheduling.orch.io/v1/priorityclasses/${name}`);
      expect([json['value'], json['globalDefault'] ?? false]).toEqual([value, false]);
      const pod = await plugins.make(podsOf('default'), podOf(name, { priorityClassName: name }));
      expect(pod.json['spec']).toMatchObject({ priorityClassName: name, priority: value });
    }
    const { json } = await plugins.make(podsOf('default'), podOf('no-class'));
    expect(json['spec']).toMatchObject({ priority: 0 });
  }); // prettier-ignore

  const claim = (name: string) =>
    named(name, { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } });

  it('D-177 DefaultStorageClass: a claim without a class gets the class that is marked as default', async () => {
    const annotations = { 'storageclass.orch.io/is-default-class': 'true' };
    const classes = '/apis/storage.orch.io/v1/storageclasses';
    await plugins.make(classes, { metadata: { name: 'a' }, provisioner: 'example.com/p' });
    await plugins.make(classes, { metadata: { name: 'b', annotations }, provisioner: 'example.com/p' });
    const { json } = await plugins.make('/api/v1/namespaces/default/persistentvolumeclaims', claim('c'));
    expect(json['spec']).toMatchObject({ storageClassName: 'b' });
  });

  it('B-292 B-293 StorageObjectInUseProtection: new claims and volumes have their finalizers', async () => {
    const claims = '/api/v1/namespaces/default/persistentvolumeclaims';
    await plugins.make(claims, claim('kept'));
    const spec = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } };
    await plugins.make('/api/v1/persistentvolumes', named('kept', { spec }));
    const finalizers = async (path: string) =>
      ((await plugins.send(`GET ${path}`)).json['metadata'] as { finalizers: string[] }).finalizers;
    expect(await finalizers(`${claims}/kept`)).toEqual(['orch.io/pvc-protection']);
    expect(await finalizers('/api/v1/persistentvolumes/kept')).toEqual(['orch.io/pv-protection']);
  });

  describe('signers', () => {
    const rbac = '/apis/rbac.authorization.orch.io/v1';
    let path: string;
    const allow = async (name: string, rules: readonly object[]) => {
      await plugins.make(`${rbac}/clusterroles`, named(name, { rules }));
      await plugins.make(`${rbac}/clusterrolebindings`, {
        metadata: { name },
        roleRef: { apiGroup: 'rbac.authorization.orch.io', kind: 'ClusterRole', name },
        subjects: [{ kind: 'User', name: 'jane' }],
      });
    };
    const signers = (verb: string, name: string) => [
      { apiGroups: ['certificates.orch.io'], resources: ['signers'], verbs: [verb], resourceNames: [name] },
    ];
    const write = (subresource: string, body: object) =>
      plugins.outcome(`PATCH ${path}/${subresource}`, body, { ...MERGE, token: 'jane' });
    const approved = { status: { conditions: [{ type: 'Approved', status: 'True', reason: 'R' }] } };
    beforeAll(async () => {
      const resources = ['certificatesigningrequests/approval', 'certificatesigningrequests/status'];
      await allow('writes', [{ apiGroups: ['certificates.orch.io'], resources, verbs: ['patch', 'update'] }]);
      const { json } = await plugins.make(CERTIFICATES, request('users', SIGNER));
      path = `${CERTIFICATES}/${(json['metadata'] as { name: string }).name}`;
    });

    it('D-179 CertificateApproval: approving needs the verb approve on the signer or its domain', async () => {
      expect(await write('approval', approved)).toEqual([
        403,
        expect.stringContaining(`user not permitted to approve requests with signerName "${SIGNER}"`),
      ]);
      await allow('approves', signers('approve', 'example.com/*'));
      expect(await write('approval', approved)).toEqual([200, undefined]);
    });

    it('D-180 CertificateSigning: a certificate needs the verb sign on the signer', async () => {
      const validity = { notBeforeMs: Date.now() - 60_000, validityDays: 1 };
      const ca = await createCertificateAuthority({ commonName: 'ca', ...validity });
      const { certificatePem } = await issueCertificate({ ca, commonName: 'me', usages: ['client auth'], ...validity });
      const signed = { status: { certificate: base64(certificatePem) } };
      expect(await write('status', signed)).toEqual([
        403,
        expect.stringContaining(`user not permitted to sign requests with signerName "${SIGNER}"`),
      ]);
      await allow('signs', signers('sign', SIGNER));
      expect(await write('status', signed)).toEqual([200, undefined]);
    });

    it('D-181 CertificateSubjectRestriction: no certificate of the administrators', async () => {
      const ofServer = 'orch.io/orch-apiserver-client';
      const [code, message] = await plugins.outcome(`POST ${CERTIFICATES}`, request('system:masters', ofServer));
      expect([code, message]).toEqual([403, expect.stringContaining('system:masters')]);
      expect((await plugins.send(`POST ${CERTIFICATES}`, request('users', ofServer))).code).toBe(201);
      expect((await plugins.send(`POST ${CERTIFICATES}`, request('system:masters', SIGNER))).code).toBe(201);
    });
  });

  it('D-167 ResourceQuota: no more objects than the quota allows', async () => {
    await plugins.make('/api/v1/namespaces', named('metered'));
    const spec = { hard: { configmaps: '1' } };
    await plugins.make('/api/v1/namespaces/metered/resourcequotas', named('q', { spec }));
    const maps = 'POST /api/v1/namespaces/metered/configmaps';
    expect((await plugins.send(maps, named('a'))).code).toBe(201);
    expect(await plugins.outcome(maps, named('b'))).toEqual([403, expect.stringContaining('exceeded quota: q')]);
  });
});

describe('disabled plugins', () => {
  it('B-291 D-166 without ServiceAccount the field stays empty', async () => {
    const plugins = await PluginServer.start({ server: { disableAdmissionPlugins: ['ServiceAccount'] } });
    const { serviceAccountName, volumes } = specOf(await plugins.make(podsOf('default'), podOf('p')));
    expect([serviceAccountName, volumes]).toEqual([undefined, undefined]);
    await plugins.stop();
  });

  describe('webhooks', () => {
    let hook: ReviewServer;
    let answer: object;
    beforeAll(async () => (hook = await ReviewServer.start({ asksForCertificate: false })));
    beforeEach(() => {
      hook.always = (response, call) => {
        const { apiVersion, kind, request: sent } = call.body;
        sendJson({ apiVersion, kind, response: { uid: sent['uid'], ...answer } })(response, call);
      };
    });
    afterAll(() => hook.close());
    const denying = (type: string) => ({
      metadata: { name: 'denies' },
      kind: type,
      webhooks: [
        {
          name: 'denies.example.com',
          clientConfig: { url: hook.url, caBundle: hook.caBundle },
          rules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
        },
      ],
    });
    const REGISTRATION = '/apis/admissionregistration.orch.io/v1';

    it('D-168 a webhook gets what built-in plugins mutated; they validate what it made of it, before other webhooks', async () => {
      const plugins = await PluginServer.start({ server: { disableAdmissionPlugins: [] } });
      await plugins.make('/api/v1/namespaces/default/serviceaccounts', named('default'));
      const limits = [{ type: 'Container', default: { cpu: '1' }, max: { cpu: '2' } }];
      await plugins.make('/api/v1/namespaces/default/limitranges', named('l', { spec: { limits } }));
      const rules = [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }];
      for (const type of ['Mutating', 'Validating']) {
        const configuration = denying(`${type}WebhookConfiguration`);
        const webhooks = configuration.webhooks.map((webhook) => ({
          ...webhook,
          rules,
          clientConfig: { ...webhook.clientConfig, url: `${hook.url}/${type}` },
        }));
        await plugins.make(`${REGISTRATION}/${type.toLowerCase()}webhookconfigurations`, {
          ...configuration,
          webhooks,
        });
      }
      const create = async (cpu: string) => {
        hook.reset();
        const operations = [{ op: 'replace', path: '/spec/containers/0/resources/limits/cpu', value: cpu }];
        const patch = Buffer.from(JSON.stringify(operations)).toString('base64');
        hook.always = (response, call) => {
          const more = call.path.startsWith('/Mutating') ? { patchType: 'JSONPatch', patch } : {};
          sendJson({ ...call.body, response: { uid: call.body.request['uid'], allowed: true, ...more } })(
            response,
            call,
          );
        };
        const outcome = await plugins.outcome(`POST ${podsOf('default')}`, podOf(`cpu-${cpu}`));
        const seen = hook.calls.map(({ path, body }) => {
          const { spec } = body.request['object'] as { spec: PodSpec & { containers: { resources: object }[] } };
          return [path.split(/[/?]/)[1], spec.serviceAccountName, spec.containers[0]!.resources];
        });
        return { outcome, seen };
      };
      const resources = (cpu: string) => ({ limits: { cpu }, requests: { cpu: '1' } });
      expect(await create('2')).toEqual({
        outcome: [201, undefined],
        seen: [
          ['Mutating', 'default', resources('1')],
          ['Validating', 'default', resources('2')],
        ],
      });
      expect(await create('3')).toEqual({
        outcome: [403, 'pods "cpu-3" is forbidden: maximum cpu usage per Container is 2, but limit is 3'],
        seen: [['Mutating', 'default', resources('1')]],
      });
      await plugins.stop();
    });

    it('D-168 what a validating webhook denies is not charged to a quota', async () => {
      const plugins = await PluginServer.start({});
      const used = async () =>
        ((await plugins.send('GET /api/v1/namespaces/default/resourcequotas/q')).json['status'] as { used?: object })
          ?.used;
      const maps = 'POST /api/v1/namespaces/default/configmaps';
      await plugins.make(
        '/api/v1/namespaces/default/resourcequotas',
        named('q', { spec: { hard: { configmaps: '9' } } }),
      );
      expect((await plugins.send(maps, named('a'))).code).toBe(201);
      const before = await used();
      await plugins.make(`${REGISTRATION}/validatingwebhookconfigurations`, denying('ValidatingWebhookConfiguration'));
      answer = { allowed: false };
      expect((await plugins.send(maps, named('b'))).code).toBe(400);
      expect([before, await used()]).toEqual([{ configmaps: '1' }, { configmaps: '1' }]);
      await plugins.stop();
    });

    it.each([
      ['B-295 ValidatingAdmissionWebhook', 'ValidatingAdmissionWebhook', 'ValidatingWebhookConfiguration'],
      ['MutatingAdmissionWebhook', 'MutatingAdmissionWebhook', 'MutatingWebhookConfiguration'],
    ])('%s disabled: no calls', async (_title, plugin, kind) => {
      hook.reset();
      answer = { allowed: false };
      hook.always = (response, call) =>
        sendJson({ ...call.body, response: { uid: call.body.request['uid'], allowed: false } })(response, call);
      for (const [disabled, code, calls] of [
        [['ServiceAccount'], 400, 1],
        [['ServiceAccount', plugin], 201, 1],
      ] as const) {
        const plugins = await PluginServer.start({ server: { disableAdmissionPlugins: disabled } });
        await plugins.make(`${REGISTRATION}/${kind.toLowerCase()}s`, denying(kind));
        const created = await plugins.send('POST /api/v1/namespaces/default/configmaps', named('a'));
        expect([disabled, created.code, hook.calls.length]).toEqual([disabled, code, calls]);
        await plugins.stop();
      }
    });

    it('B-296 the kind is disabled with the plugin', async () => {
      const plugins = await PluginServer.start({
        server: {
          disableAdmissionPlugins: ['ServiceAccount', 'ValidatingAdmissionWebhook'],
          runtimeConfig: ['admissionregistration.orch.io/v1/validatingwebhookconfigurations=false'],
        },
      });
      expect((await plugins.send(`GET ${REGISTRATION}/validatingwebhookconfigurations`)).code).toBe(404);
      expect((await plugins.send(`GET ${REGISTRATION}/mutatingwebhookconfigurations`)).code).toBe(200);
      await plugins.stop();
    });
  });
});
