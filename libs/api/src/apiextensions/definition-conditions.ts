/** A condition of a CustomResourceDefinition. */
export interface DefinitionCondition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly lastTransitionTime?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly observedGeneration?: number;
}

/** What a condition says, without its time. */
export type Finding = Pick<DefinitionCondition, 'type' | 'status' | 'reason' | 'message'>;

export const conditionOf = (
  conditions: readonly DefinitionCondition[] | undefined,
  type: string,
): DefinitionCondition | undefined => conditions?.find((condition) => condition.type === type);

export const isTrue = (conditions: readonly DefinitionCondition[] | undefined, type: string): boolean =>
  conditionOf(conditions, type)?.status === 'True';

/**
 * The conditions with one set: a new one comes last. Its time changes with its status only.
 * @param now RFC 3339 with seconds.
 * @returns the same array when nothing changes.
 */
export function withCondition(
  conditions: readonly DefinitionCondition[],
  finding: Finding,
  now: string,
): readonly DefinitionCondition[] {
  const old = conditionOf(conditions, finding.type);
  if (!old) return [...conditions, { ...finding, lastTransitionTime: now }];
  const isSame = old.status === finding.status && old.reason === finding.reason && old.message === finding.message;
  if (isSame) return conditions;
  const keepsTime = old.status === finding.status && old.lastTransitionTime !== undefined;
  const changed = { ...old, ...finding, lastTransitionTime: keepsTime ? old.lastTransitionTime : now };
  return conditions.map((condition) => (condition === old ? changed : condition));
}

/** @returns the same array when there is no such condition. */
export const withoutCondition = (
  conditions: readonly DefinitionCondition[],
  type: string,
): readonly DefinitionCondition[] =>
  conditions.some((condition) => condition.type === type)
    ? conditions.filter((condition) => condition.type !== type)
    : conditions;
