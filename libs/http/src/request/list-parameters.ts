import {
  FieldLabels,
  parseFieldSelector,
  parseInteger,
  parseLabelSelector,
  type FieldSelector,
} from '@orch/apimachinery';
import type { ListParameters, ObjectSelection, ResourceStore, WatchParameters } from '@orch/registry';
import type { RequestInfo } from './request-context.js';

/**
 * Parses the parameters of a list. A timeout is ignored, but must be a number; a negative limit is none.
 * @throws ApiError BadRequest for an invalid number (C-056).
 */
export function readListParameters(query: URLSearchParams): ListParameters {
  readInteger(query, 'timeoutSeconds');
  return {
    resourceVersion: query.get('resourceVersion') ?? undefined,
    resourceVersionMatch: query.get('resourceVersionMatch') ?? undefined,
    limit: Math.max(0, readInteger(query, 'limit') ?? 0),
    continue: query.get('continue') ?? undefined,
    sendInitialEvents: readFlag(query, 'sendInitialEvents'),
  };
}

/**
 * Parses the parameters of a watch. Its timeout and limit must be numbers, the timeout first, as in a list.
 * @throws ApiError BadRequest for an invalid number.
 */
export function readWatchParameters(query: URLSearchParams): WatchParameters {
  readInteger(query, 'timeoutSeconds');
  readInteger(query, 'limit');
  return {
    resourceVersion: query.get('resourceVersion') ?? undefined,
    resourceVersionMatch: query.get('resourceVersionMatch') ?? undefined,
    continue: query.get('continue') ?? undefined,
    allowWatchBookmarks: readFlag(query, 'allowWatchBookmarks') ?? false,
    sendInitialEvents: readFlag(query, 'sendInitialEvents'),
  };
}

/** An integer of 64 bits. Undefined when absent. @throws ApiError BadRequest for anything else, also an empty text. */
export function readInteger(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  return text === null ? undefined : parseInteger(text);
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
 * @param checkOptions called when selectors are well-formed, before their fields are looked up: the order of errors of kube-apiserver.
 * @throws ApiError BadRequest for malformed selectors (C-281) and undeclared fields (C-286).
 */
export function readSelection(
  query: URLSearchParams,
  info: RequestInfo,
  store: ResourceStore,
  checkOptions: () => void = () => undefined,
): ObjectSelection {
  const { namespaced, selectableFields } = store.definition.declaration;
  let namespace = namespaced ? info.namespace || undefined : '';
  let name = info.name || undefined;
  const labelText = query.get('labelSelector');
  const labels = labelText ? parseLabelSelector(labelText) : undefined;
  const fieldText = query.get('fieldSelector');
  let fields: FieldSelector | undefined;
  if (fieldText) {
    const parsed = parseFieldSelector(fieldText);
    checkOptions();
    parsed.assertSupported(fieldLabels(namespaced, selectableFields));
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

const declaredLabels = new WeakMap<object, FieldLabels>();

function fieldLabels(namespaced: boolean, declared: object | undefined): FieldLabels {
  if (!declared) return FieldLabels.metadata;
  let labels = declaredLabels.get(declared);
  if (!labels) declaredLabels.set(declared, (labels = FieldLabels.declared(Object.keys(declared), namespaced)));
  return labels;
}
