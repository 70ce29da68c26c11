import { join } from 'node:path';
import type { Vocabulary } from '@orch/vocabulary';

/** The process that runs several controllers; it has an account too. */
export const CONTROLLER_MANAGER = 'controller-manager';

/** Controllers of kube-controller-manager whose accounts have roles of their own, with other rules. */
const TAKEN: ReadonlySet<string> = new Set([
  'bootstrap-signer',
  'persistent-volume-binder',
  'pod-garbage-collector',
  'token-cleaner',
]);

/** Name of the service account of a controller, in the system namespace: that of the controller, unless it is taken. */
export const controllerAccount = (controller: string): string =>
  TAKEN.has(controller) ? `${controller}-controller` : controller;

/** The user of a controller: its service account. */
export const controllerUser = ({ namespaces }: Vocabulary, controller: string): string =>
  `system:serviceaccount:${namespaces.system}:${controllerAccount(controller)}`;

/** Groups that a service account of the system namespace is in. */
export const controllerGroups = ({ namespaces }: Vocabulary): readonly string[] => [
  'system:serviceaccounts',
  `system:serviceaccounts:${namespaces.system}`,
];

/** The client configuration that an API server writes for a controller into its data directory. */
export const controllerConfigPath = (dataDir: string, controller: string): string =>
  join(dataDir, 'controllers', `${controller}.conf`);

/** The Lease of a controller manager. */
export const managerLeaseName = ({ systemNames }: Vocabulary): string =>
  systemNames.controllerManager.replace(/^system:/, '');
