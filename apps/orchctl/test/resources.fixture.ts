import type { DiscoveredResource } from '@orch/client-testing';
import { vocabularies } from '@orch/vocabulary';

const { groups } = vocabularies.orch;
const ALL_VERBS = ['get', 'list', 'watch', 'create', 'delete', 'patch', 'update'];

/** Discovery of a server with some resources of the core group. */
export const CORE: readonly DiscoveredResource[] = [
  { name: 'configmaps', singularName: 'configmap', namespaced: true, kind: 'ConfigMap', verbs: ['get', 'list', 'watch', 'create', 'delete', 'patch'], shortNames: ['cm'] },
  { name: 'configmaps/status', singularName: '', namespaced: true, kind: 'ConfigMap', verbs: ['get'] },
  { name: 'secrets', singularName: 'secret', namespaced: true, kind: 'Secret', verbs: ['get', 'list', 'create'] },
  { name: 'serviceaccounts', singularName: 'serviceaccount', namespaced: true, kind: 'ServiceAccount', verbs: ['get', 'list', 'create'], shortNames: ['sa'] },
  { name: 'events', singularName: 'event', namespaced: true, kind: 'Event', verbs: ['get', 'list'] },
  { name: 'namespaces', singularName: 'namespace', namespaced: false, kind: 'Namespace', verbs: ['get', 'list', 'create'], shortNames: ['ns'] },
]; // prettier-ignore

const inGroup = (group: string, name: string, kind: string, namespaced = true): DiscoveredResource => ({
  group,
  name,
  kind,
  namespaced,
  singularName: kind.toLowerCase(),
  verbs: ALL_VERBS,
});

/** Workloads: two versions of Deployment, `v1` preferred, with the category `all`. */
export const APPS: readonly DiscoveredResource[] = ['v1', 'v1beta1'].map((version) => ({
  ...inGroup(groups.apps, 'deployments', 'Deployment'),
  version,
  shortNames: ['deploy'],
  categories: ['all'],
}));

export const RBAC: readonly DiscoveredResource[] = [
  inGroup(groups.rbac, 'roles', 'Role'),
  inGroup(groups.rbac, 'rolebindings', 'RoleBinding'),
  inGroup(groups.rbac, 'clusterroles', 'ClusterRole', false),
  inGroup(groups.rbac, 'clusterrolebindings', 'ClusterRoleBinding', false),
];

export const CERTIFICATES: readonly DiscoveredResource[] = [
  inGroup(groups.certificates, 'certificatesigningrequests', 'CertificateSigningRequest', false),
];

/** Resources that are created and not stored. */
export const REVIEWS: readonly DiscoveredResource[] = [
  { ...inGroup(groups.authorization, 'selfsubjectaccessreviews', 'SelfSubjectAccessReview', false), verbs: ['create'] },
  { ...inGroup(groups.authorization, 'selfsubjectrulesreviews', 'SelfSubjectRulesReview', false), verbs: ['create'] },
  { ...inGroup(groups.authentication, 'selfsubjectreviews', 'SelfSubjectReview', false), verbs: ['create'] },
];
