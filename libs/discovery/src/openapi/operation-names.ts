import type { ResourceDefinition } from '@orch/api';

/** Names of the operations of a group version in generated clients. */
export interface OperationNames {
  /** `CoreV1`, `RbacAuthorizationV1`: part of every operation id, so that ids are unique. */
  readonly id: string;
  /** `core_v1`, `rbacAuthorization_v1`: groups the operations. */
  readonly tag: string;
  /** The same for the group: `RbacAuthorization`. */
  readonly groupId: string;
  readonly groupTag: string;
}

/** From group and version, without the common suffix of the product's groups. */
export function operationNames({ gvr, vocabulary }: Pick<ResourceDefinition, 'gvr' | 'vocabulary'>): OperationNames {
  const ending = vocabulary.reservedGroupSuffixes.map((suffix) => `.${suffix}`).find((end) => gvr.group.endsWith(end));
  const group = gvr.group === '' ? 'core' : gvr.group.slice(0, gvr.group.length - (ending?.length ?? 0));
  const words = group
    .split(/[^A-Za-z0-9]/)
    .map(pascal)
    .join('');
  const groupTag = `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
  return { id: `${words}${pascal(gvr.version)}`, tag: `${groupTag}_${gvr.version}`, groupId: words, groupTag };
}

export const pascal = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
