import type { ControllerEntry } from './controller-entry.js';
import { bootstrapSigner } from './bootstrap-signer/declaration.js';
import { clusterRoleAggregation } from './cluster-role-aggregation/declaration.js';
import { clusterTrustBundlePublisher } from './cluster-trust-bundle-publisher/declaration.js';
import { csrApprover } from './csr-approver/declaration.js';
import { csrCleaner } from './csr-cleaner/declaration.js';
import { csrSigner } from './csr-signer/declaration.js';
import { disruption } from './disruption/declaration.js';
import { endpoints } from './endpoints/declaration.js';
import { endpointSlice } from './endpointslice/declaration.js';
import { endpointSliceMirroring } from './endpointslice-mirroring/declaration.js';
import { garbageCollector } from './garbage-collector/declaration.js';
import { namespaceFinalizer } from './namespace-finalizer/declaration.js';
import { nodeLifecycle } from './node-lifecycle/declaration.js';
import { persistentVolumeBinder } from './persistent-volume-binder/declaration.js';
import { persistentVolumeExpander } from './persistent-volume-expander/declaration.js';
import { podGarbageCollector } from './pod-garbage-collector/declaration.js';
import { pvcProtection } from './pvc-protection/declaration.js';
import { resourceQuota } from './resource-quota/declaration.js';
import { rootCaPublisher } from './root-ca-publisher/declaration.js';
import { serviceAccount } from './service-account/declaration.js';
import { serviceAccountToken } from './service-account-token/declaration.js';
import { storageVersionMigrator } from './storage-version-migrator/declaration.js';
import { taintEviction } from './taint-eviction/declaration.js';
import { tokenCleaner } from './token-cleaner/declaration.js';
import { ttlAfterFinished } from './ttl-after-finished/declaration.js';

/** All built-in controllers. */
export const controllers: readonly ControllerEntry[] = [
  bootstrapSigner,
  clusterRoleAggregation,
  clusterTrustBundlePublisher,
  csrApprover,
  csrCleaner,
  csrSigner,
  disruption,
  endpoints,
  endpointSlice,
  endpointSliceMirroring,
  garbageCollector,
  namespaceFinalizer,
  nodeLifecycle,
  persistentVolumeBinder,
  persistentVolumeExpander,
  podGarbageCollector,
  pvcProtection,
  resourceQuota,
  rootCaPublisher,
  serviceAccount,
  serviceAccountToken,
  storageVersionMigrator,
  taintEviction,
  tokenCleaner,
  ttlAfterFinished,
];
