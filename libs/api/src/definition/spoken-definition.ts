import { compileKinds } from './compile-kinds.js';
import type { ResourceDefinition } from './resource-definition.js';
import type { SpokenKind } from './spoken-kind.js';

/** Decodes, defaults and names what is sent and shown. Scope and rule of names are those of the resource it is spoken at. */
export function spokenDefinition(spoken: SpokenKind, resource: ResourceDefinition): ResourceDefinition {
  const { type, group, version, kind } = spoken;
  const singular = kind.toLowerCase();
  const { namespaced, nameRule } = resource.declaration;
  const [definition] = compileKinds(
    [
      {
        ...{ type, group, version, kind, singular, namespaced, nameRule },
        resource: `${singular}s`,
        deleteAnswers: 'status',
        verbs: [],
      },
    ],
    resource.vocabulary,
  );
  return definition!;
}

const actions = new WeakMap<ResourceDefinition, Map<string, ResourceDefinition>>();

/** The kind that a POST to an action brings; undefined when the resource has no such action. Compiled on first use. */
export function actionDefinition(resource: ResourceDefinition, action: string): ResourceDefinition | undefined {
  const spoken = resource.declaration.actions;
  if (!spoken || !Object.hasOwn(spoken, action)) return undefined;
  let known = actions.get(resource);
  if (!known) actions.set(resource, (known = new Map()));
  let definition = known.get(action);
  if (!definition) known.set(action, (definition = spokenDefinition(spoken[action]!, resource)));
  return definition;
}
