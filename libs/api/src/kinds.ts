import { admissionregistrationKinds } from './admissionregistration/admissionregistration.kinds.js';
import { authenticationKinds } from './authentication/v1/authentication.kinds.js';
import { authorizationKinds } from './authorization/v1/authorization.kinds.js';
import { authorizationV1Beta1Kinds } from './authorization/v1beta1/authorization-v1beta1.kinds.js';
import { certificateSigningRequestKind } from './certificates/v1/certificate-signing-request/certificate-signing-request.kind.js';
import { certificateSigningRequestV1Beta1Kind } from './certificates/v1beta1/certificate-signing-request/certificate-signing-request.kind.js';
import { leaseKind } from './coordination/v1/lease/lease.kind.js';
import { leaseV1Beta1Kind } from './coordination/v1beta1/lease.kind.js';
import { bindingKind } from './core/v1/binding/binding.kind.js';
import { componentStatusKind } from './core/v1/component-status/component-status.kind.js';
import { configMapKind } from './core/v1/config-map/config-map.kind.js';
import { endpointsKind } from './core/v1/endpoints/endpoints.kind.js';
import { eventKind } from './core/v1/event/event.kind.js';
import { limitRangeKind } from './core/v1/limit-range/limit-range.kind.js';
import { namespaceKind } from './core/v1/namespace/namespace.kind.js';
import { nodeKind } from './core/v1/node/node.kind.js';
import { persistentVolumeClaimKind } from './core/v1/persistent-volume-claim/persistent-volume-claim.kind.js';
import { persistentVolumeKind } from './core/v1/persistent-volume/persistent-volume.kind.js';
import { podKind } from './core/v1/pod/pod.kind.js';
import { resourceQuotaKind } from './core/v1/resource-quota/resource-quota.kind.js';
import { secretKind } from './core/v1/secret/secret.kind.js';
import { serviceKind } from './core/v1/service/service.kind.js';
import { serviceAccountKind } from './core/v1/service-account/service-account.kind.js';
import { apiextensionsKinds } from './apiextensions/apiextensions.kinds.js';
import { apiregistrationKinds } from './apiregistration/apiregistration.kinds.js';
import type { KindDeclaration } from './definition/kind-declaration.js';
import { discoveryKinds } from './discovery/discovery.kinds.js';
import { newerEventKind } from './events/v1/event/event.kind.js';
import { betaEventKind } from './events/v1beta1/event.kind.js';
import { networkingKinds } from './networking/networking.kinds.js';
import { policyKinds } from './policy/policy.kinds.js';
import { flowcontrolKinds } from './flowcontrol/flowcontrol.kinds.js';
import { nodeKinds } from './node/node.kinds.js';
import { schedulingKinds } from './scheduling/scheduling.kinds.js';
import { volumeAttributesClassKind } from './storage/v1/volume-attributes-class/volume-attributes-class.kind.js';
import { clusterTrustBundleKinds } from './certificates/v1/cluster-trust-bundle/cluster-trust-bundle.kinds.js';
import { podCertificateRequestKinds } from './certificates/v1/pod-certificate-request/pod-certificate-request.kinds.js';
import { leaseCandidateKinds } from './coordination/v1beta1/lease-candidate/lease-candidate.kinds.js';
import { rbacKinds } from './rbac/rbac.kinds.js';
import { resourceKinds } from './resource/resource.kinds.js';
import { storagemigrationKinds } from './storagemigration/storagemigration.kinds.js';
import { csiDriverKind } from './storage/v1/csi-driver/csi-driver.kind.js';
import { csiNodeKind } from './storage/v1/csi-node/csi-node.kind.js';
import { csiStorageCapacityKind } from './storage/v1/csi-storage-capacity/csi-storage-capacity.kind.js';
import { storageClassKind } from './storage/v1/storage-class/storage-class.kind.js';
import { volumeAttachmentKind } from './storage/v1/volume-attachment/volume-attachment.kind.js';
import { olderStorageKinds } from './storage/v1beta1/storage-v1beta1.kinds.js';
import { olderVolumeAttributesClassKinds } from './storage/v1beta1/volume-attributes-class.kind.js';
import { appsKinds } from './apps/v1/apps.kinds.js';
import { autoscalingKinds } from './autoscaling/autoscaling.kinds.js';
import { batchKinds } from './batch/batch.kinds.js';
import { podTemplateKind } from './core/v1/pod-template/pod-template.kind.js';
import { replicationControllerKind } from './core/v1/replication-controller/replication-controller.kind.js';

/** Every built-in kind. A new kind is one line here: routes, discovery, documents, storage and clients follow. */
export const builtinKinds: readonly KindDeclaration[] = [
  bindingKind,
  configMapKind,
  endpointsKind,
  eventKind,
  limitRangeKind,
  namespaceKind,
  nodeKind,
  persistentVolumeClaimKind,
  persistentVolumeKind,
  podKind,
  resourceQuotaKind,
  secretKind,
  serviceKind,
  serviceAccountKind,
  certificateSigningRequestKind,
  certificateSigningRequestV1Beta1Kind,
  leaseKind,
  newerEventKind,
  betaEventKind,
  ...discoveryKinds,
  ...networkingKinds,
  csiDriverKind,
  csiNodeKind,
  csiStorageCapacityKind,
  storageClassKind,
  volumeAttachmentKind,
  componentStatusKind,
  ...authenticationKinds,
  ...authorizationKinds,
  ...authorizationV1Beta1Kinds,
  ...admissionregistrationKinds,
  ...policyKinds,
  ...rbacKinds,
  ...resourceKinds,
  ...flowcontrolKinds,
  ...nodeKinds,
  ...schedulingKinds,
  volumeAttributesClassKind,
  leaseV1Beta1Kind,
  ...leaseCandidateKinds,
  ...clusterTrustBundleKinds,
  ...podCertificateRequestKinds,
  ...olderStorageKinds,
  ...olderVolumeAttributesClassKinds,
  ...storagemigrationKinds,
  podTemplateKind,
  replicationControllerKind,
  ...appsKinds,
  ...batchKinds,
  ...autoscalingKinds,
  ...apiextensionsKinds,
  ...apiregistrationKinds,
];
