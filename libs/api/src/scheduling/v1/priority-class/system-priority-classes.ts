/** Names that begin so are the control plane's own. */
export const SYSTEM_PREFIX = 'system-';

/** Classes of critical system pods: name and value (D-178). */
export const SYSTEM_PRIORITY_CLASSES: Readonly<Record<string, number>> = {
  'system-cluster-critical': 2_000_000_000,
  'system-node-critical': 2_000_001_000,
};
