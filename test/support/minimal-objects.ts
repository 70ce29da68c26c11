import { createCertificateAuthority, createPrivateKeyAndRequest, pemBlocks } from '@orch/pki';
import type { Vocabulary } from '@orch/vocabulary';
import type { Paths } from './resource-fixtures.js';
import { CLIENT_USAGES, pkcs10 } from './signing-requests.js';

type Minimal = [path: string, body: object];

const named = (rest: object = {}) => ({ metadata: { name: 'minimal' }, ...rest });
const CONTAINERS = { containers: [{ name: 'main', image: 'example.com/main:1' }] };
const LABELS = { app: 'minimal' };
const TEMPLATE = { metadata: { labels: LABELS }, spec: CONTAINERS };
const WORKLOAD = named({ spec: { selector: { matchLabels: LABELS }, template: TEMPLATE } });
const JOB = { template: { spec: { ...CONTAINERS, restartPolicy: 'Never' } } };

/**
 * Of each kind an object with no more in it than the server asks for, by the collection it belongs into. Kinds that are
 * served in several versions have one. Its name is `minimal`, where the kind leaves names free.
 */
export async function minimalObjects(vocabulary: Vocabulary, paths: Paths, namespace: string): Promise<Minimal[]> {
  return [
    ...coreObjects(paths, namespace),
    ...groupObjects(vocabulary, namespace),
    ...storageObjects(vocabulary, paths),
    [paths.leases, named()],
    [
      paths.requests,
      named({
        spec: {
          request: await pkcs10({ commonName: 'minimal' }),
          signerName: vocabulary.signers.apiServerClient,
          usages: CLIENT_USAGES,
        },
      }),
    ],
    ...(await podCertificates(vocabulary, namespace)),
  ];
}

async function podCertificates({ groups }: Vocabulary, namespace: string): Promise<Minimal[]> {
  const { certificatePem } = await createCertificateAuthority({
    commonName: 'minimal',
    notBeforeMs: Date.now(),
    validityDays: 1,
  });
  const { requestPem } = await createPrivateKeyAndRequest({ commonName: 'minimal' });
  const at = `/apis/${groups.certificates}/v1`;
  return [
    [`${at}/clustertrustbundles`, named({ spec: { trustBundle: certificatePem } })],
    [
      `${at}/namespaces/${namespace}/podcertificaterequests`,
      named({
        spec: {
          signerName: 'example.com/minimal',
          podName: 'minimal',
          podUID: 'p',
          serviceAccountName: 'minimal',
          serviceAccountUID: 's',
          nodeName: 'minimal',
          nodeUID: 'n',
          stubPKCS10Request: pemBlocks(requestPem)[0]!.der.toString('base64'),
        },
      }),
    ],
  ];
}

function coreObjects(paths: Paths, namespace: string): Minimal[] {
  const core = (resource: string) => `/api/v1/namespaces/${namespace}/${resource}`;
  return [
    [paths.namespaces, named()],
    [paths.nodes, named()],
    [paths.configMaps, named()],
    [paths.secrets, named()],
    [paths.serviceAccounts, named()],
    [paths.events, named({ involvedObject: { namespace } })],
    [paths.pods, named({ spec: CONTAINERS })],
    [paths.claims, named({ spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } })],
    [
      paths.volumes,
      named({
        spec: {
          capacity: { storage: '1Gi' },
          accessModes: ['ReadWriteOnce'],
          nfs: { server: 'example.com', path: '/' },
        },
      }),
    ],
    [core('endpoints'), named()],
    [core('limitranges'), named({ spec: { limits: [] } })],
    [core('resourcequotas'), named({ spec: {} })],
    [core('services'), named({ spec: { ports: [{ port: 80 }] } })],
    [core('podtemplates'), named({ template: TEMPLATE })],
    [core('replicationcontrollers'), named({ spec: { selector: LABELS, template: TEMPLATE } })],
  ];
}

/** A definition has the name of its resource, which is not served: no test makes objects of it. */
function definition(): object {
  const names = { plural: 'minimals', kind: 'Minimal' };
  const version = { name: 'v1', served: false, storage: true, schema: { openAPIV3Schema: { type: 'object' } } };
  const group = 'minimal.example.com';
  return {
    metadata: { name: `minimals.${group}` },
    spec: { group, names, scope: 'Namespaced', versions: [version] },
  };
}

/** Of groups that have one version only, and of the version that the others lead to. */
function groupObjects({ groups }: Vocabulary, namespace: string): Minimal[] {
  const at = (group: string, resource: string, version = 'v1') => `/apis/${group}/${version}/${resource}`;
  const within = (group: string, resource: string, version = 'v1') =>
    at(group, `namespaces/${namespace}/${resource}`, version);
  const role = (kind: string) => named({ roleRef: { apiGroup: groups.rbac, kind, name: 'minimal' } });
  return [
    ...admissionPolicies((resource) => at(groups.admissionregistration, resource)),
    [at(groups.admissionregistration, 'mutatingwebhookconfigurations'), named()],
    [at(groups.admissionregistration, 'validatingwebhookconfigurations'), named()],
    [at(groups.apiextensions, 'customresourcedefinitions'), definition()],
    [
      at(groups.apiregistration, 'apiservices'),
      {
        metadata: { name: 'v1.minimal.example.com' },
        spec: { group: 'minimal.example.com', version: 'v1', groupPriorityMinimum: 1, versionPriority: 1 },
      },
    ],
    [within(groups.apps, 'controllerrevisions'), named({ revision: 1, data: {} })],
    [within(groups.apps, 'daemonsets'), WORKLOAD],
    [within(groups.apps, 'deployments'), WORKLOAD],
    [within(groups.apps, 'replicasets'), WORKLOAD],
    [within(groups.apps, 'statefulsets'), WORKLOAD],
    [
      within(groups.autoscaling, 'horizontalpodautoscalers', 'v2'),
      named({ spec: { scaleTargetRef: { kind: 'Deployment', name: 'minimal' }, maxReplicas: 2 } }),
    ],
    [within(groups.batch, 'jobs'), named({ spec: JOB })],
    [within(groups.batch, 'cronjobs'), named({ spec: { schedule: '0 0 1 1 *', jobTemplate: { spec: JOB } } })],
    [within(groups.discovery, 'endpointslices'), named({ addressType: 'IPv4', endpoints: [] })],
    [at(groups.flowcontrol, 'flowschemas'), named({ spec: { priorityLevelConfiguration: { name: 'minimal' } } })],
    [
      at(groups.flowcontrol, 'prioritylevelconfigurations'),
      named({ spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } } }),
    ],
    [
      within(groups.networking, 'ingresses'),
      named({ spec: { defaultBackend: { service: { name: 'minimal', port: { number: 80 } } } } }),
    ],
    [at(groups.networking, 'ingressclasses'), named({ spec: { controller: 'example.com/minimal' } })],
    [
      at(groups.networking, 'ipaddresses'),
      { metadata: { name: '192.0.2.7' }, spec: { parentRef: { resource: 'services', name: 'minimal', namespace } } },
    ],
    [within(groups.networking, 'networkpolicies'), named({ spec: { podSelector: {} } })],
    [at(groups.networking, 'servicecidrs'), named({ spec: { cidrs: ['192.0.2.0/24'] } })],
    [at(groups.node, 'runtimeclasses'), named({ handler: 'minimal' })],
    [within(groups.policy, 'poddisruptionbudgets'), named({ spec: {} })],
    [at(groups.rbac, 'clusterroles'), named()],
    [at(groups.rbac, 'clusterrolebindings'), role('ClusterRole')],
    [within(groups.rbac, 'roles'), named()],
    [within(groups.rbac, 'rolebindings'), role('Role')],
    [at(groups.resource, 'deviceclasses'), named({ spec: {} })],
    [within(groups.resource, 'resourceclaims'), named({ spec: {} })],
    [within(groups.resource, 'resourceclaimtemplates'), named({ spec: { spec: {} } })],
    [
      at(groups.resource, 'resourceslices'),
      named({ spec: { driver: 'd.example.com', allNodes: true, pool: { name: 'minimal', resourceSliceCount: 1 } } }),
    ],
    [
      at(groups.resource, 'devicetaintrules'),
      named({ spec: { deviceSelector: { driver: 'd.example.com' }, taint: { key: 'minimal', effect: 'NoExecute' } } }),
    ],
    [at(groups.scheduling, 'priorityclasses'), named({ value: 1 })],
    [
      at(groups.storagemigration, 'storageversionmigrations'),
      named({ spec: { resource: { group: groups.apps, resource: 'deployments' } } }),
    ],
  ];
}

function admissionPolicies(at: (resource: string) => string): Minimal[] {
  const rule = { apiGroups: ['example.com'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['widgets'] };
  const matchConstraints = { resourceRules: [rule] };
  const mutation = { patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } };
  return [
    [
      at('mutatingadmissionpolicies'),
      named({ spec: { matchConstraints, reinvocationPolicy: 'Never', mutations: [mutation] } }),
    ],
    [at('mutatingadmissionpolicybindings'), named({ spec: { policyName: 'minimal' } })],
    [at('validatingadmissionpolicies'), named({ spec: { matchConstraints, validations: [{ expression: 'true' }] } })],
    [at('validatingadmissionpolicybindings'), named({ spec: { policyName: 'minimal', validationActions: ['Deny'] } })],
  ];
}

const storageObjects = ({ groups }: Vocabulary, paths: Paths): Minimal[] => [
  [paths.drivers, named({ spec: {} })],
  [paths.csiNodes, named({ spec: { drivers: [] } })],
  [paths.capacities, named({ storageClassName: 'fast' })],
  [
    paths.attachments,
    named({ spec: { attacher: 'd.example.com', nodeName: 'n', source: { persistentVolumeName: 'v' } } }),
  ],
  [paths.storageClasses, named({ provisioner: 'example.com/disk' })],
  [
    `/apis/${groups.storage}/v1/volumeattributesclasses`,
    named({ driverName: 'd.example.com', parameters: { speed: 'high' } }),
  ],
];
