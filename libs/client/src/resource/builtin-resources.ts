import type { GroupName } from '@orch/vocabulary';
import type { BuiltinResource } from './resource-type.js';

const define = (
  groupName: GroupName,
  version: string,
  resource: string,
  kind: string,
  namespaced: boolean,
): BuiltinResource => ({ groupName, version, resource, kind, namespaced });

/**
 * Built-in resources that clients refer to by name, in their stable version. The caller provides the type of the
 * objects: `client.resource<Secret>(builtinResources.secrets)`.
 */
export const builtinResources = {
  configMaps: define('core', 'v1', 'configmaps', 'ConfigMap', true),
  endpoints: define('core', 'v1', 'endpoints', 'Endpoints', true),
  events: define('core', 'v1', 'events', 'Event', true),
  namespaces: define('core', 'v1', 'namespaces', 'Namespace', false),
  nodes: define('core', 'v1', 'nodes', 'Node', false),
  persistentVolumeClaims: define('core', 'v1', 'persistentvolumeclaims', 'PersistentVolumeClaim', true),
  persistentVolumes: define('core', 'v1', 'persistentvolumes', 'PersistentVolume', false),
  podDisruptionBudgets: define('policy', 'v1', 'poddisruptionbudgets', 'PodDisruptionBudget', true),
  pods: define('core', 'v1', 'pods', 'Pod', true),
  resourceQuotas: define('core', 'v1', 'resourcequotas', 'ResourceQuota', true),
  secrets: define('core', 'v1', 'secrets', 'Secret', true),
  serviceAccounts: define('core', 'v1', 'serviceaccounts', 'ServiceAccount', true),
  services: define('core', 'v1', 'services', 'Service', true),
  mutatingWebhookConfigurations: define(
    'admissionregistration',
    'v1',
    'mutatingwebhookconfigurations',
    'MutatingWebhookConfiguration',
    false,
  ),
  validatingWebhookConfigurations: define(
    'admissionregistration',
    'v1',
    'validatingwebhookconfigurations',
    'ValidatingWebhookConfiguration',
    false,
  ),
  customResourceDefinitions: define(
    'apiextensions',
    'v1',
    'customresourcedefinitions',
    'CustomResourceDefinition',
    false,
  ),
  apiServices: define('apiregistration', 'v1', 'apiservices', 'APIService', false),
  controllerRevisions: define('apps', 'v1', 'controllerrevisions', 'ControllerRevision', true),
  daemonSets: define('apps', 'v1', 'daemonsets', 'DaemonSet', true),
  deployments: define('apps', 'v1', 'deployments', 'Deployment', true),
  replicaSets: define('apps', 'v1', 'replicasets', 'ReplicaSet', true),
  statefulSets: define('apps', 'v1', 'statefulsets', 'StatefulSet', true),
  cronJobs: define('batch', 'v1', 'cronjobs', 'CronJob', true),
  jobs: define('batch', 'v1', 'jobs', 'Job', true),
  certificateSigningRequests: define(
    'certificates',
    'v1',
    'certificatesigningrequests',
    'CertificateSigningRequest',
    false,
  ),
  leases: define('coordination', 'v1', 'leases', 'Lease', true),
  endpointSlices: define('discovery', 'v1', 'endpointslices', 'EndpointSlice', true),
  ipAddresses: define('networking', 'v1', 'ipaddresses', 'IPAddress', false),
  clusterRoleBindings: define('rbac', 'v1', 'clusterrolebindings', 'ClusterRoleBinding', false),
  clusterRoles: define('rbac', 'v1', 'clusterroles', 'ClusterRole', false),
  roleBindings: define('rbac', 'v1', 'rolebindings', 'RoleBinding', true),
  roles: define('rbac', 'v1', 'roles', 'Role', true),
  storageClasses: define('storage', 'v1', 'storageclasses', 'StorageClass', false),
  subjectAccessReviews: define('authorization', 'v1', 'subjectaccessreviews', 'SubjectAccessReview', false),
  tokenReviews: define('authentication', 'v1', 'tokenreviews', 'TokenReview', false),
} as const;
