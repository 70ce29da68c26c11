/**
 * Built-in kinds as decorated classes, with validation, defaults and columns.
 * @module @orch/api
 */
export {
  DEFAULT_TOKEN_SECONDS,
  TokenRequest,
  type BoundObjectReference,
} from './authentication/v1/token-request/token-request.types.js';
export { validateTokenRequest } from './authentication/v1/token-request/token-request.validation.js';
export type { TokenReview } from './authentication/v1/token-review/token-review.types.js';
export type {
  LocalSubjectAccessReview,
  SelfSubjectAccessReview,
  SelfSubjectAccessReviewSpec,
  SubjectAccessReview,
} from './authorization/v1/access-review/access-review.types.js';
export {
  validateLocalSubjectAccessReview,
  validateSelfSubjectAccessReview,
  validateSubjectAccessReview,
} from './authorization/v1/access-review/access-review.validation.js';
export type {
  NonResourceRule,
  ResourceRule,
  SelfSubjectRulesReview,
} from './authorization/v1/rules-review/rules-review.types.js';
export type {
  CertificateSigningRequest,
  CertificateSigningRequestCondition,
  CertificateSigningRequestSpec,
  CertificateSigningRequestStatus,
} from './certificates/v1/certificate-signing-request/certificate-signing-request.types.js';
export type { PodCertificateRequest } from './certificates/v1/pod-certificate-request/pod-certificate-request.types.js';
export type { DeviceClaim } from './resource/v1/device-requests.js';
export { KEY_USAGES } from './certificates/v1/certificate-signing-request/usages.js';
export type { Lease, LeaseSpec } from './coordination/v1/lease/lease.types.js';
export { validateBinding } from './core/v1/binding/binding.strategy.js';
export type { Binding } from './core/v1/binding/binding.types.js';
export type { ConfigMap } from './core/v1/config-map/config-map.types.js';
export type { EndpointAddress, EndpointSubset, Endpoints } from './core/v1/endpoints/endpoints.types.js';
export type { Event, EventSeries, EventSource } from './core/v1/event/event.types.js';
export type { LimitRange, LimitRangeItem } from './core/v1/limit-range/limit-range.types.js';
export type {
  Namespace,
  NamespaceCondition,
  NamespaceSpec,
  NamespaceStatus,
} from './core/v1/namespace/namespace.types.js';
export { withNoScheduleTaint } from './core/v1/node/no-schedule-taint.js';
export type { NodeSpec, Taint } from './core/v1/node/node-spec.js';
export type { NodeCondition, NodeStatus } from './core/v1/node/node-status.js';
export type { Node } from './core/v1/node/node.types.js';
export type {
  PersistentVolumeClaimSpec,
  PersistentVolumeClaimTemplate,
} from './core/v1/persistent-volume-claim/persistent-volume-claim-spec.js';
export type {
  PersistentVolumeClaim,
  PersistentVolumeClaimCondition,
  PersistentVolumeClaimStatus,
} from './core/v1/persistent-volume-claim/persistent-volume-claim.types.js';
export type {
  PersistentVolume,
  PersistentVolumeSpec,
  PersistentVolumeStatus,
} from './core/v1/persistent-volume/persistent-volume.types.js';
export { bindPod } from './core/v1/pod/bind-pod.js';
export type { IPAddress } from './networking/v1/ip-address/ip-address.types.js';
export { evictedPod } from './core/v1/pod/evicted-pod.js';
export { chooseContainer } from './core/v1/pod/container-choice.js';
export type { ContainerStatus } from './core/v1/pod/container-status.js';
export type { Container } from './core/v1/pod/container.js';
export type { Eviction } from './core/v1/pod/eviction.js';
export type { PodSpec } from './core/v1/pod/pod-spec.js';
export type { PodCondition, PodStatus } from './core/v1/pod/pod-status.js';
export type { Pod } from './core/v1/pod/pod.types.js';
export { qosClassOf } from './core/v1/pod/quality-of-service.js';
export { isExtended as isExtendedResource } from './core/v1/pod/resource-names.js';
export type { Toleration } from './core/v1/pod/scheduling.js';
export { validateTolerations } from './core/v1/pod/scheduling.validation.js';
export type { LocalObjectReference, ObjectReference } from './core/v1/references.js';
export type { ResourceQuota } from './core/v1/resource-quota/resource-quota.types.js';
export type { Secret } from './core/v1/secret/secret.types.js';
export type { ServiceAccount } from './core/v1/service-account/service-account.types.js';
export { validateServiceAddresses } from './core/v1/service/service-addresses.validation.js';
export {
  assignsNodePorts,
  needsClusterIp,
  needsHealthCheckPort,
  needsNodePorts,
  nodePortsOf,
} from './core/v1/service/service-needs.js';
export type { ServicePort, ServiceSpec } from './core/v1/service/service-spec.js';
export type { Service } from './core/v1/service/service.types.js';
export type { Volume } from './core/v1/volume/volume.js';
export { Scale } from './core/workload/scale.types.js';
export type { APIService, APIServiceCondition } from './apiregistration/v1/api-service/api-service.types.js';
export type {
  CustomResourceColumnDefinition,
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
  CustomResourceSubresources,
  CustomResourceSubresourceScale,
} from './apiextensions/v1/custom-resource-definition/custom-resource-definition.types.js';
export {
  conditionOf,
  isTrue,
  withCondition,
  withoutCondition,
  type DefinitionCondition,
  type Finding,
} from './apiextensions/definition-conditions.js';
export { approvalOf, isProtectedGroup } from './apiextensions/validation/approval.validation.js';
export { AGE_COLUMN, DEFAULT_COLUMNS, NAME_COLUMN, WIDE, ageSince, column } from './definition/columns.js';
export { compileKinds } from './definition/compile-kinds.js';
export {
  Field,
  Struct,
  jsonFieldsOf,
  structOf,
  type FieldFacts,
  type InlinedStruct,
  type StructFacts,
  type StructOptions,
} from './definition/decorators.js';
export { fieldDropper, type FieldDropper } from './definition/disabled-fields.js';
export {
  enumOf,
  listOf,
  mapOf,
  type FieldOptions,
  type FieldType,
  type ScalarType,
  type StructClass,
} from './definition/field-type.js';
export type {
  Connection,
  FormConversion,
  KindDeclaration,
  KindTraits,
  StorageConversion,
} from './definition/kind-declaration.js';
export type { PrinterColumn } from './definition/printer-column.js';
export { KindObject } from './definition/kind-object.js';
export { countsGeneration } from './definition/generation.js';
export { listKindOf } from './definition/list-kind.js';
export { customSchemaName, publishedName, type PublishedSchema } from './definition/published-schema.js';
export { LongWrites } from './definition/long-writes.js';
export type { ResourceDefinition } from './definition/resource-definition.js';
export { actionDefinition } from './definition/subresource-kind-definition.js';
export { steppedValidation } from './definition/stepped-validation.js';
export { resetMetadata, statusSubresource, takeStatus } from './definition/status-subresource.js';
export type {
  Strategy,
  StrategyContext,
  SubresourceStrategy,
  SubresourceView,
  UserInfo,
} from './definition/strategy.js';
export { isIntroducedLater, stageOf } from './definition/lifecycle.js';
export { documentedSchemaOf, documentedStructsOf } from './definition/struct-documentation.js';
export { schemaDefinitionsOf, structIn, structSchemaOf } from './definition/struct-schema.js';
export { viewOf, type CompiledView } from './definition/view-definition.js';
export type { Event as NewerEvent } from './events/v1/event/event.types.js';
export {
  documentedGates,
  FeatureGateError,
  ReleaseGates,
  parseFeatureSettings,
  type FeatureGates,
  type FeatureState,
} from './features/feature-gates.js';
export { CBOR_GATE } from './features/known-features.js';
export { EMULATED_MINORS, NEWEST_MINOR } from './features/releases.js';
export { CATCH_ALL, EXEMPT, mandatoryLevels, mandatorySchemas } from './flowcontrol/mandatory-objects.js';
export type {
  FlowSchema,
  FlowSchemaCondition,
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
  Subject as FlowSubject,
} from './flowcontrol/v1/flow-schema/flow-schema.types.js';
export type {
  PriorityLevelConfiguration,
  QueuingConfiguration,
} from './flowcontrol/v1/priority-level/priority-level-configuration.types.js';
export { builtinKinds } from './kinds.js';
export { Condition } from './meta/v1/condition.js';
export {
  APIGroup,
  APIGroupList,
  APIResource,
  APIResourceList,
  APIVersions,
  GroupVersionForDiscovery,
  ServerAddressByClientCIDR,
} from './meta/v1/discovery.js';
export { LabelSelector, LabelSelectorRequirement } from './meta/v1/label-selector.js';
export { ListMeta } from './meta/v1/list-meta.js';
export { ManagedFieldsEntry, ObjectMeta, OwnerReference } from './meta/v1/object-meta.js';
export { PartialObjectMetadata, PartialObjectMetadataList } from './meta/v1/partial-object-metadata.js';
export {
  CreateOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  PatchOptions,
  Preconditions,
  UpdateOptions,
} from './meta/v1/request-options.js';
export { Status, StatusCause, StatusDetails } from './meta/v1/status.js';
export { VersionInfo } from './meta/v1/version-info.js';
export type { Ingress } from './networking/v1/ingress/ingress.types.js';
export type { RuntimeClass } from './node/v1/runtime-class/runtime-class.types.js';
export { chargeEviction, stillProcessing } from './policy/v1/pod-disruption-budget/disruption.js';
export type {
  PodDisruptionBudget,
  PodDisruptionBudgetStatus,
} from './policy/v1/pod-disruption-budget/pod-disruption-budget.types.js';
export type { ClusterRoleBinding, RoleBinding, RoleRef, Subject } from './rbac/v1/binding/role-binding.types.js';
export type { AggregationRule, ClusterRole, PolicyRule, Role } from './rbac/v1/role/role.types.js';
export type { PriorityClass } from './scheduling/v1/priority-class/priority-class.types.js';
export { SYSTEM_PRIORITY_CLASSES } from './scheduling/v1/priority-class/system-priority-classes.js';
export type { CSIDriver } from './storage/v1/csi-driver/csi-driver.types.js';
export type { CSINode } from './storage/v1/csi-node/csi-node.types.js';
export type { CSIStorageCapacity } from './storage/v1/csi-storage-capacity/csi-storage-capacity.types.js';
export type { StorageClass } from './storage/v1/storage-class/storage-class.types.js';
export type { VolumeAttachment } from './storage/v1/volume-attachment/volume-attachment.types.js';
export { sameJson } from './validation/json-equality.js';
export { setBytes } from './wire/byte-fields.js';
export { discoveryCodec, type DiscoveryKind } from './wire/discovery-codec.js';
export { decodeEnvelope, type Envelope, type TypeMeta } from './wire/envelope.js';
export { partialMetadataCodec } from './wire/partial-metadata-codec.js';
export { deleteOptionsCodec, protobufCodec, statusCodec, type ProtobufCodec } from './wire/protobuf-codec.js';
