import type { ApiObject } from '@orch/apimachinery';
import type { ResourceDefinition } from './resource-definition.js';
import { spokenDefinition } from './spoken-definition.js';
import type { SubresourceView } from './strategy.js';

/** A sub-resource's own kind, compiled. */
export interface CompiledView {
  /** Decodes, defaults and names what is sent and shown. It is no resource: nothing is stored or served under it. */
  readonly definition: ResourceDefinition;
  readonly rules: SubresourceView;
  /** The whole view of an object. */
  show(object: ApiObject): ApiObject;
}

const compiled = new WeakMap<SubresourceView, CompiledView>();

/** The kind of its own that a sub-resource speaks; undefined where it speaks that of its resource. Compiled on first use. */
export function viewOf(definition: ResourceDefinition, subresource: string): CompiledView | undefined {
  const rules = definition.subresources.get(subresource)?.view;
  if (!rules) return undefined;
  let view = compiled.get(rules);
  if (!view) compiled.set(rules, (view = compile(rules, definition)));
  return view;
}

function compile(rules: SubresourceView, resource: ResourceDefinition): CompiledView {
  const definition = spokenDefinition(rules, resource);
  const { apiVersion } = definition;
  return { definition, rules, show: (object) => ({ kind: rules.kind, apiVersion, ...rules.read(object) }) };
}
