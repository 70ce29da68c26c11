import { labelSelectorFromObject, type ApiObject } from '@orch/apimachinery';
import type { Registry, ResourceStore } from '@orch/registry';
import type { ParamKind, ParamRef } from './policy-objects.js';

/** A policy or a binding cannot be applied as it is configured. */
export class ConfigurationError extends Error {}

/** Without parameters a policy is evaluated once. */
const NONE: readonly (ApiObject | undefined)[] = [undefined];

/**
 * The parameter objects of a binding for a request: the policy is evaluated once with each. Undefined: none.
 * @param namespace of the request.
 * @throws ConfigurationError.
 */
export function paramsOf(
  kind: ParamKind | undefined,
  ref: ParamRef | undefined,
  namespace: string,
  registry: Registry,
): readonly (ApiObject | undefined)[] {
  if (!kind || !ref) return NONE;
  const store = storeOf(kind, registry);
  const place = namespaceOf(store, ref, namespace);
  const found = [...read(store, ref, place, registry)];
  if (found.length === 0 && ref.parameterNotFoundAction === 'Deny')
    throw new ConfigurationError('no params found for policy binding with `Deny` parameterNotFoundAction');
  return found;
}

function storeOf({ apiVersion, kind }: ParamKind, registry: Registry): ResourceStore {
  for (const store of registry.resources) {
    const { definition } = store;
    if (definition.gvk.kind === kind && definition.apiVersion === apiVersion) return store;
  }
  throw new ConfigurationError(`paramKind kind \`${apiVersion}, Kind=${kind}\` not known`);
}

function namespaceOf({ definition }: ResourceStore, ref: ParamRef, namespace: string): string {
  if (!definition.declaration.namespaced) {
    if (ref.namespace)
      throw new ConfigurationError('paramRef.namespace must not be provided for a cluster-scoped `paramKind`');
    return '';
  }
  if (ref.namespace) return ref.namespace;
  if (namespace === '')
    throw new ConfigurationError(
      'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
    );
  return namespace;
}

function* read(
  store: ResourceStore,
  { name, selector }: ParamRef,
  namespace: string,
  registry: Registry,
): Iterable<ApiObject> {
  if (name && selector) throw new ConfigurationError('paramRef.name and paramRef.selector are mutually exclusive');
  if (name) {
    const entry = store.get(namespace, name);
    if (entry) yield store.object(entry);
    return;
  }
  if (!selector) throw new ConfigurationError('one of name or selector must be provided');
  const wanted = labelSelectorFromObject(selector);
  const { gvr } = store.definition;
  for (const entry of registry.entriesOf(gvr, namespace === '' ? undefined : namespace)) {
    const object = store.object(entry);
    if (wanted.matches(object.metadata.labels ?? {})) yield object;
  }
}
