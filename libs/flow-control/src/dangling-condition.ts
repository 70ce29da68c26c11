import type { FlowSchema } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';

const DANGLING = 'Dangling';

/**
 * The schema with a condition that says whether its level is missing. The same schema when it says so already.
 * @param levels names of all levels.
 * @param now when the condition became what it is, if it changes.
 */
export function withDanglingCondition(schema: ApiObject, levels: ReadonlySet<string>, now: string): ApiObject {
  const { spec, status } = schema as Partial<FlowSchema>;
  const level = spec?.priorityLevelConfiguration?.name ?? '';
  const isThere = levels.has(level);
  const wanted = {
    type: DANGLING,
    status: isThere ? 'False' : 'True',
    reason: isThere ? 'Found' : 'NotFound',
    message: isThere
      ? `The priority level ${JSON.stringify(level)} of this flow schema exists.`
      : `The priority level ${JSON.stringify(level)} does not exist: no request is sorted by this flow schema until it does.`,
  };
  const standing = status?.conditions?.find(({ type }) => type === DANGLING);
  if (standing?.status === wanted.status && standing.message === wanted.message) return schema;
  const lastTransitionTime = standing?.status === wanted.status ? (standing.lastTransitionTime ?? now) : now;
  const others = (status?.conditions ?? []).filter(({ type }) => type !== DANGLING);
  return { ...schema, status: { ...status, conditions: [...others, { ...wanted, lastTransitionTime }] } };
}
