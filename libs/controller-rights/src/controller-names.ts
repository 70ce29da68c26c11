/** Names of the built-in controllers: of their programs, accounts and roles. */
export const controllerNames = [
  'bootstrap-signer',
  'cluster-role-aggregation',
  'csr-approver',
  'csr-cleaner',
  'csr-signer',
  'disruption',
  'garbage-collector',
  'namespace-finalizer',
  'persistent-volume-binder',
  'pvc-protection',
  'resource-quota',
  'root-ca-publisher',
  'service-account',
  'service-account-token',
  'token-cleaner',
] as const;

export type ControllerName = (typeof controllerNames)[number];
