import { compileKinds } from './compile-kinds.js';
import type { ResourceDefinition } from './resource-definition.js';
import type { SubresourceKind } from './subresource-kind.js';

/** Definition of a sub-resource kind, for decoding, defaults and names. Scope and name rule are those of the parent resource. */
export function subresourceKindDefinition(own: SubresourceKind, resource: ResourceDefinition): ResourceDefinition {
  const { type, group, version, kind, columns } = own;
  const singular = kind.toLowerCase();
  const { namespaced, nameRule } = resource.declaration;
  const [definition] = compileKinds(
    [
      {
        ...{ type, group, version, kind, singular, namespaced, nameRule },
        ...(columns ? { columns } : {}),
        resource: `${singular}s`,
        deleteAnswers: 'status',
        verbs: [],
        strategicMerge: resource.strategicMerge,
      },
    ],
    resource.vocabulary,
    resource.emulatedMinor,
  );
  return definition!;
}

const actions = new WeakMap<ResourceDefinition, Map<string, ResourceDefinition>>();

/** The kind of the POST body of an action; undefined when the resource has no such action. Compiled on first use. */
export function actionDefinition(resource: ResourceDefinition, action: string): ResourceDefinition | undefined {
  const kinds = resource.declaration.actions;
  if (!kinds || !Object.hasOwn(kinds, action)) return undefined;
  let known = actions.get(resource);
  if (!known) actions.set(resource, (known = new Map()));
  let definition = known.get(action);
  if (!definition) known.set(action, (definition = subresourceKindDefinition(kinds[action]!, resource)));
  return definition;
}
