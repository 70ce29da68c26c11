import { vocabularies } from '@orch/vocabulary';
import { builtinKinds } from '../kinds.js';
import { compileKinds } from './compile-kinds.js';
import { DEFAULT_COLUMNS } from './columns.js';
import type { PrinterColumn } from './printer-column.js';
import { viewOf } from './view-definition.js';

/**
 * Columns as kube-apiserver 1.33 serves them: `Name[:type][/format][+priority]`; the type `string` is left out. Not listed:
 * kinds with the default columns.
 */
const REFERENCE = {
  'v1/componentstatuses': 'Name/name, Status, Message, Error',
  'v1/configmaps': 'Name/name, Data, Age',
  'v1/endpoints': 'Name/name, Endpoints, Age',
  'v1/events': 'Last Seen, Type, Reason, Object, Subobject+1, Source+1, Message, First Seen+1, Count+1, Name/name+1',
  'v1/namespaces': 'Name/name, Status, Age',
  'v1/nodes':
    'Name/name, Status, Roles, Age, Version, Internal-IP+1, External-IP+1, OS-Image+1, Kernel-Version+1, Container-Runtime+1',
  'v1/persistentvolumeclaims':
    'Name/name, Status, Volume, Capacity, Access Modes, StorageClass, VolumeAttributesClass, Age, VolumeMode+1',
  'v1/persistentvolumes':
    'Name/name, Capacity, Access Modes, Reclaim Policy, Status, Claim, StorageClass, VolumeAttributesClass, Reason, Age, VolumeMode+1',
  'v1/pods': 'Name/name, Ready, Status, Restarts, Age, IP+1, Node+1, Nominated Node+1, Readiness Gates+1',
  'v1/podtemplates': 'Name/name, Containers, Images, Pod Labels',
  'v1/replicationcontrollers':
    'Name/name, Desired:integer, Current:integer, Ready:integer, Age, Containers+1, Images+1, Selector+1',
  'v1/resourcequotas': 'Name/name, Request, Limit, Age',
  'v1/secrets': 'Name/name, Type, Data, Age',
  'v1/serviceaccounts': 'Name/name, Secrets, Age',
  'v1/services': 'Name/name, Type, Cluster-IP, External-IP, Port(s), Age, Selector+1',
  'apps/v1/controllerrevisions': 'Name/name, Controller, Revision, Age',
  'apps/v1/daemonsets':
    'Name/name, Desired:integer, Current:integer, Ready:integer, Up-to-date:integer, Available:integer, Node Selector, Age, Containers+1, Images+1, Selector+1',
  'apps/v1/deployments': 'Name/name, Ready, Up-to-date, Available, Age, Containers+1, Images+1, Selector+1',
  'apps/v1/replicasets':
    'Name/name, Desired:integer, Current:integer, Ready:integer, Age, Containers+1, Images+1, Selector+1',
  'apps/v1/statefulsets': 'Name/name, Ready, Age, Containers+1, Images+1',
  'events.k8s.io/v1/events':
    'Last Seen, Type, Reason, Object, Subobject+1, Source+1, Message, First Seen+1, Count+1, Name/name+1',
  'autoscaling/v2/horizontalpodautoscalers': 'Name/name, Reference, Targets, MinPods, MaxPods, Replicas, Age',
  'batch/v1/cronjobs':
    'Name/name, Schedule, Timezone, Suspend:boolean, Active:integer, Last Schedule, Age, Containers+1, Images+1, Selector+1',
  'batch/v1/jobs': 'Name/name, Status, Completions, Duration, Age, Containers+1, Images+1, Selector+1',
  'certificates.k8s.io/v1/certificatesigningrequests':
    'Name/name, Age, SignerName, Requestor, RequestedDuration, Condition',
  'networking.k8s.io/v1/ingressclasses': 'Name/name, Controller, Parameters, Age',
  'networking.k8s.io/v1/ingresses': 'Name/name, Class, Hosts, Address, Ports, Age',
  'networking.k8s.io/v1/ipaddresses': 'Name/name, ParentRef',
  'networking.k8s.io/v1/networkpolicies': 'Name/name, Pod-Selector, Age',
  'networking.k8s.io/v1/servicecidrs': 'Name/name, CIDRs, Age',
  'policy/v1/poddisruptionbudgets': 'Name/name, Min Available, Max Unavailable, Allowed Disruptions:integer, Age',
  'rbac.authorization.k8s.io/v1/clusterrolebindings': 'Name/name, Role, Age, Users+1, Groups+1, ServiceAccounts+1',
  'rbac.authorization.k8s.io/v1/rolebindings': 'Name/name, Role, Age, Users+1, Groups+1, ServiceAccounts+1',
  'storage.k8s.io/v1/csidrivers':
    'Name/name, AttachRequired:boolean, PodInfoOnMount:boolean, StorageCapacity:boolean, TokenRequests, RequiresRepublish:boolean, Modes, Age',
  'storage.k8s.io/v1/csinodes': 'Name/name, Drivers:integer, Age',
  'storage.k8s.io/v1/csistoragecapacities': 'Name/name, Created At:date',
  'storage.k8s.io/v1/storageclasses':
    'Name/name, Provisioner, ReclaimPolicy, VolumeBindingMode, AllowVolumeExpansion, Age',
  'storage.k8s.io/v1/volumeattachments': 'Name/name, Attacher/name, PV, Node, Attached:boolean, Age',
  'admissionregistration.k8s.io/v1/mutatingwebhookconfigurations': 'Name/name, Webhooks:integer, Age',
  'admissionregistration.k8s.io/v1/validatingadmissionpolicies': 'Name/name, Validations:integer, ParamKind, Age',
  'admissionregistration.k8s.io/v1/validatingadmissionpolicybindings': 'Name/name, PolicyName, ParamRef, Age',
  'admissionregistration.k8s.io/v1/validatingwebhookconfigurations': 'Name/name, Webhooks:integer, Age',
  'scheduling.k8s.io/v1/priorityclasses': 'Name/name, Value:integer, Global-Default:boolean, Age, PreemptionPolicy',
  'coordination.k8s.io/v1/leases': 'Name/name, Holder, Age',
  'node.k8s.io/v1/runtimeclasses': 'Name/name, Handler, Age',
  'discovery.k8s.io/v1/endpointslices': 'Name/name, AddressType, Ports, Endpoints, Age',
  'flowcontrol.apiserver.k8s.io/v1/flowschemas':
    'Name/name, PriorityLevel, MatchingPrecedence, DistinguisherMethod, Age, MissingPL',
  'flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations':
    'Name/name, Type, NominalConcurrencyShares, Queues, HandSize, QueueLengthLimit, Age',
  'coordination.k8s.io/v1beta1/leasecandidates': 'Name/name, LeaseName, BinaryVersion, EmulationVersion, Age',
  'certificates.k8s.io/v1beta1/clustertrustbundles': 'Name/name, SignerName',
  'storage.k8s.io/v1beta1/volumeattributesclasses': 'Name/name, DriverName, Age',
  'admissionregistration.k8s.io/v1/mutatingadmissionpolicies': 'Name/name, Mutations:integer, ParamKind, Age',
  'admissionregistration.k8s.io/v1/mutatingadmissionpolicybindings': 'Name/name, PolicyName, ParamRef, Age',
  'apiextensions.k8s.io/v1/customresourcedefinitions': 'Name/name, Created At:date',
  'apiregistration.k8s.io/v1/apiservices': 'Name/name, Service, Available, Age',
};

const definitions = new Map(
  compileKinds(builtinKinds, vocabularies.kubernetes, 33).map((d) => [`${d.apiVersion}/${d.gvr.resource}`, d]),
);

const text = ({ name, type, format, priority }: PrinterColumn): string =>
  `${name}${type === 'string' ? '' : `:${type}`}${format ? `/${format}` : ''}${priority ? `+${priority}` : ''}`;

const textOf = (columns: readonly PrinterColumn[] = DEFAULT_COLUMNS): string => columns.map(text).join(', ');

describe('columns of the Table representation', () => {
  it.each(Object.entries(REFERENCE))('C-064 %s has the columns of the reference server', (path, want) =>
    expect(textOf(definitions.get(path)!.declaration.columns)).toBe(want),
  );

  it('C-075, C-078 those of storage are specified otherwise', () => {
    const columnsOf = (kind: string) =>
      textOf(
        compileKinds(builtinKinds, vocabularies.orch, 33).find(({ gvk }) => gvk.kind === kind)!.declaration.columns,
      );
    expect(columnsOf('CSIStorageCapacity')).toBe('Name/name, StorageClassName, Capacity');
    expect(columnsOf('PersistentVolume')).not.toContain('VolumeAttributesClass');
  });

  it('have the descriptions of the vocabulary, and none for a column that is not', () => {
    const described = new Set<string>();
    for (const { gvk, declaration } of compileKinds(builtinKinds, vocabularies.kubernetes))
      for (const { name, description } of declaration.columns ?? [])
        if (description === vocabularies.kubernetes.columnDescriptions.get(gvk.kind)?.[name])
          described.add(`${gvk.kind} ${name}`);
    const texts = [...vocabularies.kubernetes.columnDescriptions].flatMap(([kind, of]) =>
      Object.keys(of).map((name) => `${kind} ${name}`),
    );
    expect(texts.filter((text) => !described.has(text))).toEqual([]);
  });

  it('rows of FlowSchemas are in the order in which requests are matched', () => {
    const { rowRank } = definitions.get('flowcontrol.apiserver.k8s.io/v1/flowschemas')!.declaration;
    const schema = (matchingPrecedence: number) => ({ metadata: {}, spec: { matchingPrecedence } });
    expect([schema(5), schema(1), { metadata: {} }].map(rowRank!)).toEqual([5, 1, 0]);
  });

  it('C-237 a Scale has columns of its own', () => {
    const { definition } = viewOf(definitions.get('apps/v1/deployments')!, 'scale')!;
    expect(textOf(definition.declaration.columns)).toBe('Name, Desired:integer, Available:integer, Age');
    const scale = { metadata: { name: 'a' }, spec: { replicas: 3 }, status: { replicas: 2 } };
    expect(definition.declaration.columns!.map(({ value }) => value(scale, 0))).toEqual(['a', 3, 2, '<unknown>']);
  });

  it('C-074 leaves out the columns of newer releases', () => {
    const claims = (minor: number) =>
      compileKinds(builtinKinds, vocabularies.kubernetes, minor).find(
        ({ gvk }) => gvk.kind === 'PersistentVolumeClaim',
      )!;
    const has = (minor: number) =>
      claims(minor).declaration.columns!.some(({ name }) => name === 'VolumeAttributesClass');
    expect([has(28), has(29)]).toEqual([false, true]);
  });
});
