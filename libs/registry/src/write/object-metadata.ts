import {
  ApiError,
  generateName,
  parseResourceVersion,
  withMember,
  type ApiObject,
  type ObjectMeta,
  type Random,
  type ResourceRef,
} from '@orch/apimachinery';
import type { Answers } from '@orch/vocabulary';
import { uidConflict } from './failed-preconditions.js';

/** Values that the server sets in a new object. */
export interface CreateMetadata {
  readonly namespace: string;
  readonly uid: string;
  readonly now: string;
  readonly random: Random;
  /** Kind has desired state: generation starts at 1 (C-134). */
  readonly generation: boolean;
  readonly answers: Answers;
}

/**
 * Metadata of a new object: name (given or generated, C-017), namespace of the path (C-025), uid, creation time. Fields
 * that only the server may set are removed. Missing names are left to validation. One literal in serialization order: absent
 * members are undefined, and all objects share one shape (bench: create).
 * @throws ApiError BadRequest for a namespace other than that of the request.
 */
export function metadataForCreate(meta: ObjectMeta, birth: CreateMetadata): ObjectMeta {
  checkNamespace(meta, birth.namespace, birth.answers);
  const name = meta.name || (meta.generateName ? generateName(meta.generateName, birth.random) : undefined);
  return {
    name,
    generateName: meta.generateName,
    namespace: birth.namespace || undefined,
    selfLink: undefined,
    uid: birth.uid,
    resourceVersion: undefined,
    // A negative one is left to validation.
    generation: birth.generation ? 1 : meta.generation || undefined,
    creationTimestamp: birth.now,
    deletionTimestamp: undefined,
    deletionGracePeriodSeconds: undefined,
    labels: meta.labels,
    annotations: meta.annotations,
    ownerReferences: meta.ownerReferences,
    finalizers: meta.finalizers,
    // As sent, as in an update.
    managedFields: meta.managedFields,
  };
}

/**
 * Metadata of an update: immutable fields come from the current object (C-097, C-135).
 * @throws ApiError BadRequest for another name or namespace (C-254) and for a malformed resourceVersion, Conflict for a stale
 * resourceVersion (C-252).
 */
export function metadataForUpdate(
  meta: ObjectMeta,
  old: ObjectMeta,
  namespace: string,
  target: ResourceRef,
  answers: Answers,
): ObjectMeta {
  checkNamespace(meta, namespace, answers);
  if (meta.name !== undefined && meta.name !== old.name) {
    throw ApiError.badRequest(`the name of the object (${meta.name}) does not match the name on the URL (${old.name})`);
  }
  // 0 means none.
  const version = parseResourceVersion(meta.resourceVersion);
  if (version && version !== parseResourceVersion(old.resourceVersion)) throw ApiError.conflict(target);
  return {
    name: old.name,
    generateName: meta.generateName,
    namespace: old.namespace,
    selfLink: meta.selfLink,
    // Validation refuses another one.
    uid: meta.uid || old.uid,
    resourceVersion: old.resourceVersion,
    generation: old.generation,
    creationTimestamp: old.creationTimestamp,
    // A body may be older than the delete. Validation refuses a value that it would set.
    deletionTimestamp: old.deletionTimestamp ?? meta.deletionTimestamp,
    deletionGracePeriodSeconds: old.deletionGracePeriodSeconds ?? meta.deletionGracePeriodSeconds,
    labels: meta.labels,
    annotations: meta.annotations,
    ownerReferences: meta.ownerReferences,
    finalizers: meta.finalizers,
    // As sent: owners are computed next.
    managedFields: meta.managedFields,
  };
}

/** The uid in a PUT is a precondition. @throws ApiError Conflict for another one (C-253). */
export function requireUid({ uid }: ObjectMeta, old: ObjectMeta, namespace: string, target: ResourceRef): void {
  if (uid && uid !== old.uid) throw uidConflict(target, namespace, uid, old.uid ?? '');
}

/**
 * The body of a PUT must name its object; null names none. A body that is not an object, or whose metadata is not an object, is left to
 * decoding.
 * @throws ApiError BadRequest without a name, or with a name other than that on the URL (C-254).
 */
export function requireNameOnUrl(body: unknown, nameOnUrl: string): void {
  const metadata = isRecord(body) ? (body['metadata'] ?? {}) : undefined;
  if (body !== null && !isRecord(metadata)) return;
  const name = isRecord(metadata) ? metadata['name'] : undefined;
  if (!name) {
    throw ApiError.badRequest(
      `the name of the object (${nameOnUrl} based on URL) was undeterminable: name must be provided`,
    );
  }
  if (typeof name === 'string' && name !== nameOnUrl) {
    throw ApiError.badRequest(`the name of the object (${name}) does not match the name on the URL (${nameOnUrl})`);
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object with other metadata. */
export const withMetadata = <T extends ApiObject>(object: T, metadata: ObjectMeta): T =>
  withMember(object, 'metadata', metadata);

/** @param namespace of the path. @throws ApiError BadRequest when the object is of another one (C-026). */
export function checkNamespace(meta: ObjectMeta, namespace: string, { namespaceOfClusterObject }: Answers): void {
  if (!meta.namespace || meta.namespace === namespace) return;
  if (namespace === '' && namespaceOfClusterObject === 'dropped') return;
  throw ApiError.badRequest(
    namespace === ''
      ? `the namespace of the object must be empty: this kind is cluster-scoped, got "${meta.namespace}"`
      : 'the namespace of the provided object does not match the namespace sent on the request',
  );
}
