import { ApiError, parseFieldSelector, parseLabelSelector, type FieldSelector } from '@orch/apimachinery';
import type { ListParameters, ObjectSelection, ResourceStore, WatchParameters } from '@orch/registry';
import type { RequestInfo } from './request-context.js';

/**
 * Parses the parameters of a list. A timeout is ignored, but must be a number.
 * @throws ApiError BadRequest for an invalid number (C-056).
 */
export function readListParameters(query: URLSearchParams): ListParameters {
  readCount(query, 'timeoutSeconds');
  return {
    resourceVersion: query.get('resourceVersion') ?? undefined,
    resourceVersionMatch: query.get('resourceVersionMatch') ?? undefined,
    limit: readCount(query, 'limit') ?? 0,
    continue: query.get('continue') ?? undefined,
  };
}

/** Parses the parameters of a watch. @throws ApiError BadRequest for an invalid number. */
export function readWatchParameters(query: URLSearchParams): WatchParameters {
  readCount(query, 'limit');
  return {
    resourceVersion: query.get('resourceVersion') ?? undefined,
    resourceVersionMatch: query.get('resourceVersionMatch') ?? undefined,
    allowWatchBookmarks: readFlag(query, 'allowWatchBookmarks') ?? false,
    sendInitialEvents: readFlag(query, 'sendInitialEvents'),
  };
}

const DIGITS = /^[0-9]+$/;

/** A whole number of at least 0, digits only. Undefined when absent or empty. */
export function readCount(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  const count = Number(text);
  if (!DIGITS.test(text) || !Number.isSafeInteger(count)) {
    throw ApiError.badRequest(
      `the query parameter ${name}=${JSON.stringify(text)} is not a whole number of at least 0`,
    );
  }
  return count;
}

/**
 * `0` and `false` in any case are false; everything else is true, also a name without a value. Undefined when absent.
 */
export function readFlag(query: URLSearchParams, name: string): boolean | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  return text !== '0' && text.toLowerCase() !== 'false';
}

/**
 * The selection of path and selectors together (C-277). Equality on name and namespace is moved to the members by which
 * the caches are indexed.
 * @throws ApiError BadRequest for malformed selectors (C-281) and undeclared fields (C-286).
 */
export function readSelection(query: URLSearchParams, info: RequestInfo, store: ResourceStore): ObjectSelection {
  const { namespaced, selectableFields } = store.definition.declaration;
  let namespace = namespaced ? info.namespace || undefined : '';
  let name = info.name || undefined;
  const labelText = query.get('labelSelector');
  const labels = labelText ? parseLabelSelector(labelText) : undefined;
  const fieldText = query.get('fieldSelector');
  let fields: FieldSelector | undefined;
  if (fieldText) {
    const parsed = parseFieldSelector(fieldText);
    parsed.assertSupported(supportedFields(namespaced, selectableFields));
    const wantedName = parsed.valueOf('metadata.name');
    const wantedNamespace = namespaced ? parsed.valueOf('metadata.namespace') : undefined;
    if (name === undefined && wantedName) name = wantedName;
    if (namespace === undefined && wantedNamespace) namespace = wantedNamespace;
    const decided = parsed.requirements.every(
      (r) =>
        r.operator === '=' &&
        ((r.field === 'metadata.name' && r.value === name) ||
          (r.field === 'metadata.namespace' && r.value === namespace)),
    );
    if (!decided) fields = parsed;
  }
  return { namespace, name, labels: labels && !labels.isEmpty ? labels : undefined, fields };
}

const knownFields = new WeakMap<object, ReadonlySet<string>>();
const ALWAYS: readonly string[] = ['metadata.name', 'metadata.namespace'];

function supportedFields(namespaced: boolean, declared: object | undefined): ReadonlySet<string> {
  if (!declared) return namespaced ? NAMESPACED_FIELDS : CLUSTER_FIELDS;
  let known = knownFields.get(declared);
  if (!known)
    knownFields.set(
      declared,
      (known = new Set([...(namespaced ? ALWAYS : ['metadata.name']), ...Object.keys(declared)])),
    );
  return known;
}

const NAMESPACED_FIELDS: ReadonlySet<string> = new Set(ALWAYS);
const CLUSTER_FIELDS: ReadonlySet<string> = new Set(['metadata.name']);
