import { builtinKinds, compileKinds, EMULATED_MINORS } from '@orch/api';
import { vocabularies } from '@orch/vocabulary';
import { isTurnedOn, parseRuntimeConfig } from './runtime-config.js';

/** Resources by group version. */
type Resources = Readonly<Record<string, string>>;

const ROLES = 'clusterrolebindings clusterroles rolebindings roles';
const REVIEWS = 'localsubjectaccessreviews selfsubjectaccessreviews selfsubjectrulesreviews subjectaccessreviews';
const WEBHOOKS = 'mutatingwebhookconfigurations validatingwebhookconfigurations';
const LEVELS = 'flowschemas prioritylevelconfigurations';

/** What kube-apiserver 1.21 serves by default, without custom resource definitions and aggregated services. */
const OLDEST: Resources = {
  v1: 'bindings componentstatuses configmaps endpoints events limitranges namespaces nodes persistentvolumeclaims persistentvolumes pods podtemplates replicationcontrollers resourcequotas secrets serviceaccounts services',
  'admissionregistration.k8s.io/v1': WEBHOOKS,
  'admissionregistration.k8s.io/v1beta1': WEBHOOKS,
  'apiextensions.k8s.io/v1': 'customresourcedefinitions',
  'apiextensions.k8s.io/v1beta1': 'customresourcedefinitions',
  'apiregistration.k8s.io/v1': 'apiservices',
  'apiregistration.k8s.io/v1beta1': 'apiservices',
  'apps/v1': 'controllerrevisions daemonsets deployments replicasets statefulsets',
  'authentication.k8s.io/v1': 'tokenreviews',
  'authentication.k8s.io/v1beta1': 'tokenreviews',
  'authorization.k8s.io/v1': REVIEWS,
  'authorization.k8s.io/v1beta1': REVIEWS,
  'autoscaling/v1': 'horizontalpodautoscalers',
  'autoscaling/v2beta1': 'horizontalpodautoscalers',
  'autoscaling/v2beta2': 'horizontalpodautoscalers',
  'batch/v1': 'cronjobs jobs',
  'batch/v1beta1': 'cronjobs',
  'certificates.k8s.io/v1': 'certificatesigningrequests',
  'certificates.k8s.io/v1beta1': 'certificatesigningrequests',
  'coordination.k8s.io/v1': 'leases',
  'coordination.k8s.io/v1beta1': 'leases',
  'discovery.k8s.io/v1': 'endpointslices',
  'discovery.k8s.io/v1beta1': 'endpointslices',
  'events.k8s.io/v1': 'events',
  'events.k8s.io/v1beta1': 'events',
  'extensions/v1beta1': 'ingresses',
  'flowcontrol.apiserver.k8s.io/v1beta1': LEVELS,
  'networking.k8s.io/v1': 'ingressclasses ingresses networkpolicies',
  'networking.k8s.io/v1beta1': 'ingressclasses ingresses',
  'node.k8s.io/v1': 'runtimeclasses',
  'node.k8s.io/v1beta1': 'runtimeclasses',
  'policy/v1': 'poddisruptionbudgets',
  'policy/v1beta1': 'poddisruptionbudgets podsecuritypolicies',
  'rbac.authorization.k8s.io/v1': ROLES,
  'rbac.authorization.k8s.io/v1beta1': ROLES,
  'scheduling.k8s.io/v1': 'priorityclasses',
  'scheduling.k8s.io/v1beta1': 'priorityclasses',
  'storage.k8s.io/v1': 'csidrivers csinodes storageclasses volumeattachments',
  'storage.k8s.io/v1beta1': 'csidrivers csinodes csistoragecapacities storageclasses volumeattachments',
};

/** What each later release changed; an empty list: the version is no longer served. */
const CHANGES: Readonly<Record<number, Resources>> = {
  22: {
    'admissionregistration.k8s.io/v1beta1': '',
    'apiextensions.k8s.io/v1beta1': '',
    'apiregistration.k8s.io/v1beta1': '',
    'authentication.k8s.io/v1beta1': '',
    'authorization.k8s.io/v1beta1': '',
    'certificates.k8s.io/v1beta1': '',
    'coordination.k8s.io/v1beta1': '',
    'extensions/v1beta1': '',
    'networking.k8s.io/v1beta1': '',
    'rbac.authorization.k8s.io/v1beta1': '',
    'scheduling.k8s.io/v1beta1': '',
    'storage.k8s.io/v1beta1': 'csistoragecapacities',
  },
  23: { 'autoscaling/v2': 'horizontalpodautoscalers', 'flowcontrol.apiserver.k8s.io/v1beta2': LEVELS },
  24: { 'storage.k8s.io/v1': 'csidrivers csinodes csistoragecapacities storageclasses volumeattachments' },
  25: {
    'autoscaling/v2beta1': '',
    'batch/v1beta1': '',
    'discovery.k8s.io/v1beta1': '',
    'events.k8s.io/v1beta1': '',
    'node.k8s.io/v1beta1': '',
    'policy/v1beta1': '',
  },
  26: {
    'autoscaling/v2beta2': '',
    'flowcontrol.apiserver.k8s.io/v1beta1': '',
    'flowcontrol.apiserver.k8s.io/v1beta3': LEVELS,
  },
  27: { 'storage.k8s.io/v1beta1': '' },
  28: { 'authentication.k8s.io/v1': 'selfsubjectreviews tokenreviews' },
  29: { 'flowcontrol.apiserver.k8s.io/v1beta2': '', 'flowcontrol.apiserver.k8s.io/v1': LEVELS },
  30: {
    'admissionregistration.k8s.io/v1': `${WEBHOOKS} validatingadmissionpolicies validatingadmissionpolicybindings`,
  },
  32: { 'flowcontrol.apiserver.k8s.io/v1beta3': '' },
  33: { 'networking.k8s.io/v1': 'ingressclasses ingresses ipaddresses networkpolicies servicecidrs' },
  34: {
    'resource.k8s.io/v1': 'deviceclasses resourceclaims resourceclaimtemplates resourceslices',
    'storage.k8s.io/v1':
      'csidrivers csinodes csistoragecapacities storageclasses volumeattachments volumeattributesclasses',
  },
  36: {
    'admissionregistration.k8s.io/v1': `${WEBHOOKS} mutatingadmissionpolicies mutatingadmissionpolicybindings validatingadmissionpolicies validatingadmissionpolicybindings`,
  },
  37: {
    'certificates.k8s.io/v1': 'certificatesigningrequests clustertrustbundles podcertificaterequests',
    'resource.k8s.io/v1': 'deviceclasses devicetaintrules resourceclaims resourceclaimtemplates resourceslices',
    'storagemigration.k8s.io/v1': 'storageversionmigrations',
  },
};

const paths = (resources: Resources): string[] =>
  Object.entries(resources)
    .flatMap(([version, names]) =>
      names
        .split(' ')
        .filter(Boolean)
        .map((name) => `${version}/${name}`),
    )
    .sort();

function expectedIn(minor: number): string[] {
  const changes = EMULATED_MINORS.filter((release) => release <= minor).map((release) => CHANGES[release] ?? {});
  return paths(Object.assign({}, OLDEST, ...changes) as Resources);
}

function servedIn(minor: number, ...pairs: string[]): string[] {
  const vocabulary = vocabularies.kubernetes;
  const settings = parseRuntimeConfig(pairs, vocabulary);
  return compileKinds(builtinKinds, vocabulary, minor)
    .filter((definition) => isTurnedOn(settings, definition, minor))
    .map(({ apiVersion, gvr }) => `${apiVersion}/${gvr.resource}`)
    .sort();
}

describe('resources served by default in each release', () => {
  for (const minor of EMULATED_MINORS) {
    it(`1.${minor} serves what kube-apiserver 1.${minor} serves`, () =>
      expect(servedIn(minor)).toEqual(expectedIn(minor)));
  }
});

/** The life cycle markers of the upstream API, and for alpha versions without one the releases whose kube-apiserver can serve them. */
describe('versions served on request', () => {
  const rows: [version: string, resources: string, first: number, last: number][] = [
    ['admissionregistration.k8s.io/v1alpha1', 'validatingadmissionpolicies validatingadmissionpolicybindings', 26, 31],
    ['admissionregistration.k8s.io/v1beta1', 'validatingadmissionpolicies validatingadmissionpolicybindings', 28, 33],
    ['admissionregistration.k8s.io/v1alpha1', 'mutatingadmissionpolicies mutatingadmissionpolicybindings', 32, 37],
    ['admissionregistration.k8s.io/v1beta1', 'mutatingadmissionpolicies mutatingadmissionpolicybindings', 34, 37],
    ['authentication.k8s.io/v1alpha1', 'selfsubjectreviews', 26, 31],
    ['authentication.k8s.io/v1beta1', 'selfsubjectreviews', 27, 32],
    ['certificates.k8s.io/v1alpha1', 'clustertrustbundles', 26, 36],
    ['certificates.k8s.io/v1alpha1', 'podcertificaterequests', 34, 34],
    ['certificates.k8s.io/v1beta1', 'clustertrustbundles', 33, 37],
    ['certificates.k8s.io/v1beta1', 'podcertificaterequests', 35, 37],
    ['coordination.k8s.io/v1alpha2', 'leasecandidates', 32, 37],
    ['coordination.k8s.io/v1beta1', 'leasecandidates', 33, 37],
    ['networking.k8s.io/v1alpha1', 'ipaddresses servicecidrs', 27, 32],
    ['networking.k8s.io/v1beta1', 'ipaddresses servicecidrs', 31, 36],
    ['node.k8s.io/v1alpha1', 'runtimeclasses', 21, 23],
    ['resource.k8s.io/v1alpha3', 'devicetaintrules', 33, 37],
    ['resource.k8s.io/v1beta1', 'deviceclasses resourceclaims resourceclaimtemplates resourceslices', 32, 37],
    ['resource.k8s.io/v1beta2', 'deviceclasses resourceclaims resourceclaimtemplates resourceslices', 33, 37],
    ['resource.k8s.io/v1beta2', 'devicetaintrules', 36, 37],
    ['scheduling.k8s.io/v1alpha1', 'priorityclasses', 21, 22],
    ['storage.k8s.io/v1alpha1', 'csistoragecapacities volumeattachments', 21, 23],
    ['storage.k8s.io/v1alpha1', 'volumeattributesclasses', 29, 34],
    ['storage.k8s.io/v1beta1', 'volumeattributesclasses', 31, 36],
    ['storagemigration.k8s.io/v1alpha1', 'storageversionmigrations', 30, 34],
    ['storagemigration.k8s.io/v1beta1', 'storageversionmigrations', 35, 37],
  ];
  const paths = rows.flatMap(([version, resources, first, last]) =>
    resources.split(' ').map((resource) => [`${version}/${resource}`, first, last] as const),
  );
  const requested = new Map(EMULATED_MINORS.map((minor) => [minor, servedIn(minor, 'api/all=true')]));
  for (const [path, first, last] of paths) {
    it(`D-231 ${path} from 1.${first} to 1.${last}`, () => {
      const found = EMULATED_MINORS.filter((minor) => requested.get(minor)!.includes(path));
      expect([found[0], found.at(-1), found.length]).toEqual([first, last, last - first + 1]);
      for (const minor of EMULATED_MINORS) expect(servedIn(minor)).not.toContain(path);
    });
  }

  it('D-160 validating policies are of v1alpha1 from 1.26, v1beta1 from 1.28 and v1 from 1.30 on', () => {
    const group = 'admissionregistration.k8s.io';
    for (const resource of ['validatingadmissionpolicies', 'validatingadmissionpolicybindings']) {
      const first = ['v1alpha1', 'v1beta1', 'v1'].map((version) =>
        EMULATED_MINORS.find((minor) => requested.get(minor)!.includes(`${group}/${version}/${resource}`)),
      );
      expect([resource, first]).toEqual([resource, [26, 28, 30]]);
    }
  });

  it('D-231 are all that are not served by default', () => {
    const byDefault = new Set(EMULATED_MINORS.flatMap((minor) => servedIn(minor)));
    const onRequest = [...requested.values()].flat().filter((path) => !byDefault.has(path));
    expect([...new Set(onRequest)].sort()).toEqual(paths.map(([path]) => path).sort());
  });
});
