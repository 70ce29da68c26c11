import { ReleaseGates, type ResourceDefinition } from '@orch/api';
import { type ApiObject, FakeClock } from '@orch/apimachinery';
import type { AdmissionAttributes, ReadObject, Registry } from '@orch/registry';
import { type RawAttribute, requestWithSubject } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { EMPTY } from 'rxjs';
import type { Authorizer } from '@orch/http';
import { AdmissionMetrics } from './admission-metrics.js';
import { admissionChain } from './admission-chain.js';
import { extractReader, objectReader } from './attributes.fixture.js';
import { ConditionMetrics } from './expressions/condition-metrics.js';
import { admissionPluginNames, admissionPlugins, type PluginDependencies } from './plugins.js';
import { AdmissionWebhooks } from './webhook/admission-webhooks.js';
import { WebhookMetrics } from './webhook/webhook-metrics.js';

const tolerations = { defaultNotReadyTolerationSeconds: 300, defaultUnreachableTolerationSeconds: 300 };
const own = { change: () => Promise.resolve(), createIfAbsent: () => Promise.resolve(), upsertsOf: () => EMPTY };
/** No plugin is configured, and no kind is served. */
const unconfigured = {
  configuration: {},
  kinds: { resources: [] },
  imageService: () => ({ review: () => Promise.reject(new Error('no service is called')) }),
};

const vocabulary = vocabularies.orch;
interface World {
  readonly objects?: readonly ApiObject[];
  /** `verb name` of signers that are allowed. */
  readonly rights?: readonly string[];
  readonly disabled?: readonly string[];
}

function chainIn(world: World) {
  const reader: PluginDependencies['reader'] = {
    ...objectReader((r, namespace, name) =>
      world.objects?.find(
        (o) => o['resource'] === r.resource && (o.metadata.namespace ?? '') === namespace && o.metadata.name === name,
      ),
    ),
    readWithPrecondition: (...key) => {
      const identity = reader.identityOf(...key);
      return identity && ({ identity } as ReadObject);
    },
    readAll: (r) => (world.objects ?? []).filter((o) => o['resource'] === r.resource),
    ...extractReader((r) => reader.readAll(r)),
    // eslint-disable-next-line require-yield
    *readInSteps(...key) {
      return reader.read(...key);
    },
    hasAny: (r) => [...reader.readAll(r)].length > 0,
    // eslint-disable-next-line require-yield
    *readAllInSteps(r) {
      return [...reader.readAll(r)];
    },
    *visitInSteps(r, _namespace, visit) {
      for (const object of reader.readAll(r)) yield* visit(object) ?? [];
    },
  };
  const authorizer: Authorizer = {
    decide: (_user, info) => ({ allowed: world.rights?.includes(`${info.verb} ${info.name}`) ?? false, reason: '' }),
  };
  return admissionChain(
    admissionPlugins(
      { enabled: [], disabled: world.disabled ?? [] },
      {
        vocabulary,
        reader,
        own,
        authorizer,
        clock: new FakeClock(),
        features: new ReleaseGates(),
        tolerations,
        webhooks,
        policies,
        metrics: new AdmissionMetrics(),
        ...unconfigured,
      },
    ),
  );
}

const noClient = { post: () => Promise.reject(new Error('no webhook is called')) };
/** No webhook is registered. */
const webhooks = new AdmissionWebhooks({
  registry: {} as Registry,
  clients: { mutating: noClient, validating: noClient },
  metrics: new WebhookMetrics(),
  conditionMetrics: new ConditionMetrics(),
  vocabulary,
  authorizer: { decide: () => ({ allowed: false, reason: '' }) },
  ignored: () => undefined,
});

const policies = {
  mutating: { name: 'MutatingAdmissionPolicy', handles: () => false },
  validating: { name: 'ValidatingAdmissionPolicy', handles: () => false },
};

const attributes = (
  resource: string,
  change: Partial<AdmissionAttributes> & { group?: string },
): AdmissionAttributes => ({
  operation: 'CREATE',
  definition: { gvr: { group: change.group ?? '', version: 'v1', resource } } as ResourceDefinition,
  subresource: '',
  namespace: '',
  name: 'x',
  object: { metadata: { name: 'x' } },
  oldObject: undefined,
  user: { username: 'jane', groups: [] },
  dryRun: false,
  onFailure: () => undefined,
  warn: () => undefined,
  annotate: () => undefined,
  ...change,
});
const namespace = (name: string, deletionTimestamp?: string): ApiObject => ({
  resource: 'namespaces',
  metadata: { name, ...(deletionTimestamp ? { deletionTimestamp } : {}) },
});

describe('NamespaceLifecycle', () => {
  const create = attributes('configmaps', { namespace: 't1' });
  it('C-024 creating in an unknown namespace is 404 of the namespace', () =>
    expect(() => chainIn({}).mutate(create)).toThrow(
      expect.objectContaining({
        code: 404,
        message: 'namespaces "t1" not found',
        details: { name: 't1', kind: 'namespaces' },
      }),
    ));
  it('C-163 creating in a terminating namespace is 403 with its cause', () =>
    expect(() => chainIn({ objects: [namespace('t1', '2024-01-01T00:00:00Z')] }).mutate(create)).toThrow(
      expect.objectContaining({
        code: 403,
        message:
          'configmaps "x" is forbidden: unable to create new content in namespace t1 because it is being terminated',
        details: expect.objectContaining({ causes: [expect.objectContaining({ reason: 'NamespaceTerminating' })] }),
      }),
    ));
  for (const { resource, subresource, admitted } of [
    { resource: 'pods', subresource: 'eviction', admitted: false },
    { resource: 'pods', subresource: 'binding', admitted: false },
    { resource: 'serviceaccounts', subresource: 'token', admitted: false },
    { resource: 'localsubjectaccessreviews', subresource: '', admitted: true },
  ]) {
    it(`C-163 POST of ${resource}/${subresource} in a terminating namespace is ${admitted ? 'admitted' : 'refused'}`, () => {
      const sent = attributes(resource, { subresource, namespace: 't1', action: 'sent' });
      const mutated = (): unknown => chainIn({ objects: [namespace('t1', '2024-01-01T00:00:00Z')] }).mutate(sent);
      if (admitted) expect(mutated()).toBe(sent.object);
      else expect(mutated).toThrow(expect.objectContaining({ code: 403 }));
    });
  }
  it('admits a create in an active namespace synchronously', () =>
    expect(chainIn({ objects: [namespace('t1')] }).mutate(create)).toBe(create.object));
  it('admits updates in a terminating namespace', () =>
    expect(chainIn({}).validate({ ...create, operation: 'UPDATE', oldObject: create.object })).toBeUndefined());
  for (const name of ['default', 'orch-system', 'orch-public']) {
    it(`C-003 ${name} cannot be deleted`, () =>
      expect(() =>
        chainIn({}).validate(attributes('namespaces', { operation: 'DELETE', name, object: undefined })),
      ).toThrow(
        expect.objectContaining({
          code: 403,
          message: `namespaces "${name}" is forbidden: this namespace may not be deleted`,
        }),
      ));
  }
  it('other namespaces can be deleted', () =>
    expect(
      chainIn({}).validate(attributes('namespaces', { operation: 'DELETE', name: 't1', object: undefined })),
    ).toBeUndefined());
});

describe('StorageObjectInUseProtection', () => {
  it('A-497 appends the finalizer of claims once', () => {
    const object = { metadata: { name: 'x', finalizers: ['a'] } };
    const admitted = chainIn({}).mutate(attributes('persistentvolumeclaims', { object })) as ApiObject;
    expect(admitted.metadata.finalizers).toEqual(['a', 'orch.io/pvc-protection']);
    expect(object.metadata.finalizers).toEqual(['a']);
    expect(chainIn({}).mutate(attributes('persistentvolumeclaims', { object: admitted }))).toBe(admitted);
  });
  it('A-498 appends the finalizer of volumes', () =>
    expect(chainIn({}).mutate(attributes('persistentvolumes', {}))).toMatchObject({
      metadata: { finalizers: ['orch.io/pv-protection'] },
    }));
  it('does nothing when disabled', () => {
    const a = attributes('persistentvolumes', {});
    expect(chainIn({ disabled: ['StorageObjectInUseProtection'] }).mutate(a)).toBe(a.object);
  });
});

describe('DefaultStorageClass', () => {
  const storageClass = (name: string, isDefault: string, creationTimestamp = '2024-01-01T00:00:00Z'): ApiObject => ({
    resource: 'storageclasses',
    metadata: { name, creationTimestamp, annotations: { 'storageclass.orch.io/is-default-class': isDefault } },
  });
  const claim = (spec: object) =>
    attributes('persistentvolumeclaims', {
      object: { metadata: { name: 'x', finalizers: ['orch.io/pvc-protection'] }, spec },
    });
  const classOf = (world: World, spec: object) =>
    ((chainIn(world).mutate(claim(spec)) as ApiObject)['spec'] as { storageClassName?: string }).storageClassName;
  const objects = [
    storageClass('slow', 'false'),
    storageClass('old', 'true'),
    storageClass('b', 'true', '2024-02-01T00:00:00Z'),
    storageClass('a', 'true', '2024-02-01T00:00:00Z'),
  ];
  it('C-178 D-177 fills the default class, the newest and then the first by name', () =>
    expect(classOf({ objects }, {})).toBe('a'));
  it('C-178 keeps a class named by annotation', () => {
    const a = claim({});
    const object = { ...a.object!, metadata: { annotations: { 'volume.beta.orch.io/storage-class': '' } } };
    expect((chainIn({ objects }).mutate({ ...a, object }) as ApiObject)['spec']).toEqual({});
  });
  it('C-178 keeps the empty string', () => expect(classOf({ objects }, { storageClassName: '' })).toBe(''));
  it('C-178 sets no class without a default class', () =>
    expect(classOf({ objects: [objects[0]!] }, {})).toBeUndefined());
});

describe('certificate plugins', () => {
  const group = 'certificates.orch.io';
  const csr = (signerName: string, extra: object = {}): ApiObject => ({
    metadata: { name: 'x' },
    spec: { signerName },
    ...extra,
  });
  const update = (subresource: string, object: ApiObject) =>
    attributes('certificatesigningrequests', {
      group,
      operation: 'UPDATE',
      subresource,
      object,
      oldObject: csr('example.io/s'),
    });
  const certified = csr('example.io/s', { status: { certificate: 'YQ==' } });

  const rows: Array<[string, AdmissionAttributes, string[], boolean]> = [
    [
      'D-179 approving with the right on the signer',
      update('approval', csr('example.io/s')),
      ['approve example.io/s'],
      true,
    ],
    [
      'D-179 approving with the right on the domain',
      update('approval', csr('example.io/s')),
      ['approve example.io/*'],
      true,
    ],
    [
      'D-179 approving without a right',
      update('approval', csr('example.io/s')),
      ['approve other.io/s', 'sign example.io/s'],
      false,
    ],
    ['signing with the right on the signer', update('status', certified), ['sign example.io/s'], true],
    ['signing without a right', update('status', certified), ['approve example.io/s'], false],
    ['another change of status', update('status', csr('example.io/s')), [], true],
  ];
  for (const [name, write, rights, allowed] of rows) {
    it(`C-220 ${name} is ${allowed ? 'allowed' : '403'}`, async () => {
      const admitted = Promise.resolve(chainIn({ rights }).validate(write));
      if (allowed) await expect(admitted).resolves.toBeUndefined();
      else await expect(admitted).rejects.toMatchObject({ code: 403, reason: 'Forbidden' });
    });
  }

  it.each<[string, string, string[]]>([
    ['allowed', 'with the right on the signer', ['sign example.io/s']],
    ['403', 'without it', ['approve example.io/s']],
  ])('the answer to a request for a pod is %s %s', async (want, _name, rights) => {
    const denied = { ...csr('example.io/s'), status: { conditions: [{ type: 'Denied', status: 'True' }] } };
    const write = attributes('podcertificaterequests', {
      group,
      operation: 'UPDATE',
      subresource: 'status',
      object: denied,
      oldObject: csr('example.io/s'),
    });
    const admitted = Promise.resolve(chainIn({ rights }).validate(write));
    if (want === 'allowed') await expect(admitted).resolves.toBeUndefined();
    else await expect(admitted).rejects.toMatchObject({ code: 403, reason: 'Forbidden' });
  });

  const bundle = (operation: 'CREATE' | 'UPDATE', signerName: string, old = signerName) =>
    attributes('clustertrustbundles', {
      group,
      operation,
      object: { metadata: { name: 'x' }, spec: { signerName } },
      oldObject: operation === 'UPDATE' ? { metadata: { name: 'x' }, spec: { signerName: old } } : undefined,
    });
  it.each<[string, AdmissionAttributes, string[], boolean]>([
    ['created with the right on the signer', bundle('CREATE', 'example.io/s'), ['attest example.io/s'], true],
    ['created with the right on the domain', bundle('CREATE', 'example.io/s'), ['attest example.io/*'], true],
    ['created without a right', bundle('CREATE', 'example.io/s'), ['sign example.io/s', 'approve example.io/s'], false],
    ['created with the right on another', bundle('CREATE', 'example.io/s'), ['attest other.io/s'], false],
    ['updated without a right', bundle('UPDATE', 'example.io/s'), [], false],
    ['taken from its signer', bundle('UPDATE', '', 'example.io/s'), [], false],
    ['created without a signer', bundle('CREATE', ''), [], true],
  ])('a trust bundle is %s', async (_name, write, rights, allowed) => {
    const admitted = Promise.resolve(chainIn({ rights }).validate(write));
    if (allowed) await expect(admitted).resolves.toBeUndefined();
    else await expect(admitted).rejects.toMatchObject({ code: 403, message: expect.stringContaining('attest for signerName') as string }); // prettier-ignore
  });

  const client = vocabulary.signers.apiServerClient;
  const asking = (signerName: string, organizations: readonly RawAttribute[]) => {
    const { requestPem } = requestWithSubject([...organizations.map((one) => [one]), [{ type: 'CN', value: 'x' }]]);
    const spec = { signerName, request: Buffer.from(requestPem).toString('base64') };
    return attributes('certificatesigningrequests', { group, object: { metadata: { name: 'x' }, spec } });
  };
  const organization = (value: string, tag?: number): RawAttribute => ({ type: 'O', value, ...(tag && { tag }) });
  const forbidden = expect.objectContaining({ code: 403, reason: 'Forbidden' }) as Error;
  // UTF8String, PrintableString, TeletexString and IA5String encode the name; the others are not valid in names.
  const tags = [0x0c, 0x13, 0x14, 0x16, 0x12, 0x1a, 0x1b, 0x19, 0x1c];
  it.each(tags)('A-464 refuses the group of administrators in a string with tag %i', (tag) =>
    expect(() =>
      chainIn({}).validate(asking(client, [organization('dev'), organization('system:masters', tag)])),
    ).toThrow(forbidden),
  );
  it('A-464 admits other organizations and other signers', () => {
    expect(chainIn({}).validate(asking(client, [organization('dev')]))).toBeUndefined();
    expect(chainIn({}).validate(asking('example.io/s', [organization('system:masters')]))).toBeUndefined();
  });
  it('A-464 refuses a request that cannot be parsed', () =>
    expect(() =>
      chainIn({}).validate(
        attributes('certificatesigningrequests', {
          group,
          object: { metadata: {}, spec: { signerName: client, request: 'eA==' } },
        }),
      ),
    ).toThrow(forbidden));
});

/** Plugins of release 1.37, in the order of kube-apiserver. */
const IN_ORDER = [
  'AlwaysAdmit',
  'NamespaceAutoProvision',
  'NamespaceLifecycle',
  'NamespaceExists',
  'LimitPodHardAntiAffinityTopology',
  'LimitRanger',
  'ServiceAccount',
  'NodeRestriction',
  'TaintNodesByCondition',
  'AlwaysPullImages',
  'ImagePolicyWebhook',
  'PodSecurity',
  'PodNodeSelector',
  'Priority',
  'DefaultTolerationSeconds',
  'PodTolerationRestriction',
  'EventRateLimit',
  'ExtendedResourceToleration',
  'DefaultStorageClass',
  'StorageObjectInUseProtection',
  'OwnerReferencesPermissionEnforcement',
  'PersistentVolumeClaimResize',
  'RuntimeClass',
  'CertificateApproval',
  'CertificateSigning',
  'ClusterTrustBundleAttest',
  'CertificateSubjectRestriction',
  'DefaultIngressClass',
  'DenyServiceExternalIPs',
  'PodTopologyLabels',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionWebhook',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionWebhook',
  'ResourceQuota',
];

it('D-168 runs plugins in the order of kube-apiserver, ResourceQuota last', () => {
  expect(admissionPluginNames(37)).toEqual(IN_ORDER);
});

it('each plugin has the name under which the flags know it', () => {
  const made = admissionPlugins(
    { enabled: IN_ORDER.filter((name) => name !== 'ImagePolicyWebhook'), disabled: [] },
    {
      vocabulary,
      reader: {
        ...objectReader(() => undefined),
        readWithPrecondition: () => undefined,
        ...extractReader(() => []),
        readInSteps: function* () {} as never,
        hasAny: () => false,
        readAllInSteps: function* () {} as never,
        visitInSteps: function* () {} as never,
      },
      own,
      authorizer: { decide: () => ({ allowed: false, reason: '' }) },
      clock: new FakeClock(),
      features: new ReleaseGates(),
      tolerations,
      webhooks,
      policies,
      metrics: new AdmissionMetrics(),
      ...unconfigured,
    },
  );
  expect(made.map(({ name }) => name)).toEqual(IN_ORDER.filter((name) => name !== 'ImagePolicyWebhook'));
});
