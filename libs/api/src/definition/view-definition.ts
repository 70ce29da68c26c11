import type { ApiObject } from '@orch/apimachinery';
import type { ResourceDefinition } from './resource-definition.js';
import { subresourceKindDefinition } from './subresource-kind-definition.js';
import type { SubresourceView } from './strategy.js';

/** The own kind of a sub-resource, compiled. */
export interface CompiledView {
  /** For decoding, defaults and names. Not a resource: neither stored nor served. */
  readonly definition: ResourceDefinition;
  readonly rules: SubresourceView;
  /** The whole view of an object. */
  show(object: ApiObject): ApiObject;
  /** What a write changes, of an object that may have no view yet. */
  showForUpdate(object: ApiObject): ApiObject;
}

const compiled = new WeakMap<SubresourceView, CompiledView>();

/** The own kind of a sub-resource; undefined if it has the kind of its resource. Compiled on first use. */
export function viewOf(definition: ResourceDefinition, subresource: string): CompiledView | undefined {
  const rules = definition.subresources.get(subresource)?.view;
  if (!rules) return undefined;
  let view = compiled.get(rules);
  if (!view) compiled.set(rules, (view = compile(rules, definition)));
  return view;
}

function compile(rules: SubresourceView, resource: ResourceDefinition): CompiledView {
  const definition = subresourceKindDefinition(rules, resource);
  const { apiVersion } = definition;
  const typed = (view: ReturnType<SubresourceView['read']>) => ({ kind: rules.kind, apiVersion, ...view });
  return {
    definition,
    rules,
    show: (object) => typed(rules.read(object)),
    showForUpdate: (object) => typed(rules.readForUpdate?.(object) ?? rules.read(object)),
  };
}
