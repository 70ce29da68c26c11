/** Names of the built-in controllers: of their programs, accounts and roles. */
export const controllerNames = [
  'bootstrap-signer',
  'cluster-role-aggregation',
  'cluster-trust-bundle-publisher',
  'csr-approver',
  'csr-cleaner',
  'csr-signer',
  'disruption',
  'endpoints',
  'endpointslice',
  'endpointslice-mirroring',
  'garbage-collector',
  'namespace-finalizer',
  'node-lifecycle',
  'persistent-volume-binder',
  'pod-garbage-collector',
  'pvc-protection',
  'resource-quota',
  'root-ca-publisher',
  'service-account',
  'service-account-token',
  'storage-version-migrator',
  'taint-eviction',
  'token-cleaner',
  'ttl-after-finished',
] as const;

export type ControllerName = (typeof controllerNames)[number];
