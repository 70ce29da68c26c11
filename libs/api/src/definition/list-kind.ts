import type { ResourceDefinition } from './resource-definition.js';

/** Kind of the lists of a kind. */
export const listKindOf = ({ declaration, gvk }: ResourceDefinition): string =>
  declaration.listKind ?? `${gvk.kind}List`;
