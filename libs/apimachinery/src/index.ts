/**
 * API machinery: metadata, schemas, codecs, selectors, patches, server-side apply, errors. Pure functions.
 * @module @orch/apimachinery
 */
export { cidrHolds, formatCidr, parseCidr, type Cidr } from './address/cidr.js';
export { formatIp, ipFamilyOf, parseIp, type IpAddress, type IpFamily } from './address/ip-address.js';
export { isOwnOrigin } from './address/own-origin.js';
export {
  canonicalIp,
  legacyIpFamilyOf,
  parseLegacyCidr,
  parseLegacyIp,
  type LegacyCidr,
} from './address/legacy-address.js';
export { applyConfiguration, type Applied } from './apply/apply-configuration.js';
export { atomicParts } from './apply/atomic-parts.js';
export { configurationFaults, faultText } from './apply/configuration-faults.js';
export { mergeConfiguration } from './apply/merge-configuration.js';
export { sameOwnersButTimes, type FieldOwner, type FieldWriter, type KindVersions } from './apply/field-owner.js';
export { LEAF, NO_FIELDS, pathSet, union, type FieldSet } from './apply/field-set.js';
export { lastAppliedFields } from './apply/last-applied.js';
export { CreatedFields } from './apply/created-fields.js';
export { ownersAfterCreate, ownersAfterUpdate } from './apply/own-update.js';
export { MAX_FIELD_MANAGER_CHARACTERS, isPrintable } from './apply/manager-name.js';
export { fieldElement } from './apply/path-element.js';
export { readConfiguration } from './apply/read-configuration.js';
export { clearsOwners, readOwners } from './apply/read-owners.js';
export { atOnce } from './collections/at-once.js';
export { StepTime } from './work/step-time.js';
export { WorkLimit, WorkLimitError } from './work/work-limit.js';
export { holdingClock, LONGEST_TIMER_MS, systemClock, Clock, type Random } from './clock/clock.js';
export { FakeClock } from './clock/fake-clock.js';
export { seededRandom } from './clock/seeded-random.js';
export { sleep } from './clock/sleep.js';
export { untilAborted } from './clock/until-aborted.js';
export { withDeadline } from './clock/with-deadline.js';
export { withTimeout } from './clock/with-timeout.js';
export { decodeCbor, decodeCborSteps, encodeCbor } from './codec/cbor.js';
export { CborWriter, inCborOrder } from './codec/cbor-writer.js';
export { encodeObject, findRevision, sameContent, withRevision, type EncodedObject } from './codec/encode.js';
export { encodeJsonSteps } from './codec/encode-steps.js';
export { decodeJson, decodeJsonSteps, decodeSmallJson, type DecodedBody } from './codec/json.js';
export { replaceLoneSurrogates } from './codec/lone-surrogates.js';
export { countMembers, hasManyMembers } from './work/has-many-members.js';
export { isDeeperThan } from './codec/is-deeper-than.js';
export { sortInSteps } from './codec/sort-in-steps.js';
export { jsonPart } from './codec/json-part.js';
export { TextMembers } from './codec/text-members.js';
export { jsonView } from './codec/json-view.js';
export { packedJsonOf, packedMembersOf, packedTextsOf, parsePacked, sharePacked } from './codec/packed-members.js';
export { pickMembers, selectMembers, type SelectedMembers } from './codec/selected-members.js';
export { DEFAULT_CODEC_LIMITS, type CodecLimits } from './codec/limits.js';
export {
  decodeSmallYaml,
  decodeYaml,
  decodeYamlDocuments,
  encodeYaml,
  encodeYamlPieces,
  looksLikeJson,
} from './codec/yaml.js';
export { DEFAULT_YAML_LIMITS, FILE_YAML_LIMITS, type YamlLimits } from './codec/yaml-limits.js';
export { ChurnMap } from './collections/churn-map.js';
export { ArrivalLine, FairLines, type WaitingLine } from './collections/fair-lines.js';
export { SharedPlaces } from './collections/shared-places.js';
export { repeatedItems } from './collections/repeated-items.js';
export { aggregatedText } from './errors/aggregated-text.js';
export { errorMessage } from './errors/error-message.js';
export { shownKind, unknownKind } from './errors/unknown-kind.js';
export { fieldError, type FieldError, type FieldErrorReason } from './field/field-error.js';
export { FieldPath } from './field/field-path.js';
export { MAX_QUOTED, quotedText } from './field/quoted-text.js';
export {
  goBoolean,
  goIntOrString,
  goLabelSelector,
  goMap,
  goNumber,
  goPointer,
  goSlice,
  goString,
  goStringMap,
  goStrings,
  goStruct,
  goTime,
  goValue,
  GoValue,
  type GoType,
} from './field/go-syntax.js';
export {
  apiVersionOf,
  compareVersions,
  groupKind,
  groupResource,
  parseApiVersion,
  type GroupVersion,
  type GroupVersionKind,
  type GroupVersionResource,
} from './meta/group-version.js';
export type {
  ApiList,
  ApiObject,
  ListMeta,
  ManagedFieldsEntry,
  ObjectMeta,
  OwnerReference,
} from './meta/object-meta.js';
export { classOfClaim } from './meta/claim-class.js';
export { defaultClass } from './meta/default-class.js';
export { sameOwnerReference } from './meta/same-owner-reference.js';
export {
  MAX_ANNOTATIONS_BYTES,
  validateAnnotations,
  validateLabels,
  validateObjectMeta,
  validateObjectMetaUpdate,
  type MetadataRules,
} from './meta/validate-metadata.js';
export { FOREGROUND_FINALIZER, ORPHAN_FINALIZER } from './names/finalizer-name.js';
export { generateName, validateNameBase } from './names/generate-name.js';
export { MAX_LABEL_LENGTH, MAX_SUBDOMAIN_LENGTH, validateName, type NameRule } from './names/name-rule.js';
export {
  isQualifiedName,
  validateAnnotationKey,
  validateLabelKey,
  validateLabelValue,
  validateQualifiedName,
} from './names/qualified-name.js';
export { canonicalQuantity, Quantity } from './quantity/quantity.js';
export { parseInteger } from './query/parse-integer.js';
export { compareBytes, inByteOrder } from './schema/byte-order.js';
export { compileSchema } from './schema/compile-schema.js';
export { jsonTypeOf } from './schema/walk.js';
export { reachableDefinitions, toOpenApiSchema, type OpenApiNaming } from './schema/openapi-schema.js';
export { withMember } from './meta/with-member.js';
export { copyOf, identityText, isPlainObject, setOwn, type PlainObject } from './schema/plain-object.js';
export type {
  CompiledSchema,
  DecodeReport,
  SchemaDefinitions,
  SchemaFormat,
  SchemaNode,
  StructuralSchema,
  Union,
} from './schema/structural-schema.js';
export { ApiError, type KindRef, type ResourceRef } from './status/api-error.js';
export { boundedName, boundedTexts, MAX_CAUSES } from './status/bounded-texts.js';
export { readStatusDetails } from './status/read-status-details.js';
export { RefusalWithoutReason } from './status/refusal-without-reason.js';
export { STATUS_CODES, type Status, type StatusCause, type StatusDetails, type StatusReason } from './status/status.js';
export { formatDuration, parseDurationMs } from './time/duration.js';
export { humanAge } from './time/human-age.js';
export { parseJsonPath, takePath } from './json-path/parse-path.js';
export type { JsonPath } from './json-path/path.js';
export { PathScanner } from './json-path/scanner.js';
export { firstSelected, selectValues, TooManyValues } from './json-path/select-values.js';
export { timeParseError } from './time/time-parse-error.js';
export {
  canonicalMicroTime,
  canonicalTime,
  formatMicroTime,
  formatTime,
  parseTimeMs,
  type MicroInstant,
} from './time/time.js';
export { applyJsonPatch, attemptJsonPatch } from './patch/json-patch.js';
export { readJsonPatch } from './patch/json-patch-operation.js';
export { duplicateField, strictErrors, unknownField } from './schema/strict-errors.js';
export { jsonPatchFaults } from './patch/json-patch-faults.js';
export { jsonEqual } from './patch/json-value.js';
export { applyMergePatch, createMergePatch } from './patch/merge-patch.js';
export { conversionError } from './patch/conversion-error.js';
export { quotedPatch } from './patch/strategic-error.js';
export { applyStrategicMergePatch } from './patch/strategic-merge-patch.js';
export { FieldLabels, FieldSelector, parseFieldSelector, type FieldRequirement } from './selectors/field-selector.js';
export type { LabelOperator, LabelRequirement } from './selectors/label-requirement.js';
export {
  labelSelectorFromObject,
  validateLabelSelector,
  type LabelExpression,
  type LabelSelectorObject,
} from './selectors/label-selector-object.js';
export { gathered } from './selectors/gathered.js';
export { LabelSelector, parseLabelSelector } from './selectors/label-selector.js';
export { decodeContinueToken, encodeContinueToken, type ContinuePosition } from './version/continue-token.js';
export { isStoredResourceVersion, parseResourceVersion } from './version/resource-version.js';
