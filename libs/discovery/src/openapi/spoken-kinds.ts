import { actionDefinition, viewOf, type ResourceDefinition } from '@orch/api';

/** The kind that is spoken at a sub-resource: its own (`scale`, `binding`), or that of its resource. */
export const spokenAt = (definition: ResourceDefinition, subresource: string): ResourceDefinition =>
  viewOf(definition, subresource)?.definition ?? actionDefinition(definition, subresource) ?? definition;

/** Names of the sub-resources that only take a POST. */
export const actionsOf = ({ declaration }: ResourceDefinition): string[] => Object.keys(declaration.actions ?? {});

/** The kinds that the sub-resources of a resource speak beside its own. */
export const spokenKinds = (definition: ResourceDefinition): ResourceDefinition[] =>
  [...definition.subresources.keys(), ...actionsOf(definition)]
    .map((name) => spokenAt(definition, name))
    .filter((spoken) => spoken !== definition);
