const POD_COMPUTE: ReadonlySet<string> = new Set([
  'cpu',
  'memory',
  'requests.cpu',
  'requests.memory',
  'limits.cpu',
  'limits.memory',
]);
const STANDARD: ReadonlySet<string> = new Set([
  ...POD_COMPUTE,
  'ephemeral-storage',
  'requests.ephemeral-storage',
  'limits.ephemeral-storage',
  'requests.storage',
  'pods',
  'resourcequotas',
  'services',
  'services.nodeports',
  'services.loadbalancers',
  'replicationcontrollers',
  'secrets',
  'persistentvolumeclaims',
  'configmaps',
]);

/** A name without a domain that a quota may limit. */
export const isStandardQuotaName = (name: string): boolean =>
  STANDARD.has(name) || name.startsWith('hugepages-') || name.startsWith('requests.hugepages-');

/** Amounts of claims, which one scope is about. */
const OF_CLAIMS: ReadonlySet<string> = new Set(['persistentvolumeclaims', 'requests.storage']);

/** Whether a quota with this scope may limit the resource: all but one scope apply to pods, and best-effort pods have no requests. */
export const scopeFits = (scope: string, name: string): boolean =>
  scope === 'VolumeAttributesClass' ? OF_CLAIMS.has(name) : fitsPods(scope, name);

const fitsPods = (scope: string, name: string): boolean =>
  name === 'pods' || name === 'count/pods' || (scope !== 'BestEffort' && POD_COMPUTE.has(name));
