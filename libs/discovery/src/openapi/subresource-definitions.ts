import { actionDefinition, viewOf, type ResourceDefinition } from '@orch/api';

/** Definition of the sub-resource kind (`scale`, `binding`), or of the resource when the sub-resource uses its kind. */
export const definitionAt = (definition: ResourceDefinition, subresource: string): ResourceDefinition =>
  viewOf(definition, subresource)?.definition ?? actionDefinition(definition, subresource) ?? definition;

/** Names of the sub-resources that only take a POST. */
export const actionsOf = ({ declaration }: ResourceDefinition): string[] => Object.keys(declaration.actions ?? {});

/** Definitions of the sub-resource kinds that differ from the kind of the resource. */
export const subresourceDefinitions = (definition: ResourceDefinition): ResourceDefinition[] =>
  [...definition.subresources.keys(), ...actionsOf(definition)]
    .map((name) => definitionAt(definition, name))
    .filter((subresource) => subresource !== definition);
