import type { FlowSchema } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';

const DANGLING = 'Dangling';

/**
 * The schema with the condition `Dangling`, which shows whether its level is missing. The same schema when it is up to
 * date.
 * @param levels names of all levels.
 * @param now transition time of a changed condition.
 */
export function withDanglingCondition(schema: ApiObject, levels: ReadonlySet<string>, now: string): ApiObject {
  const { spec, status } = schema as Partial<FlowSchema>;
  const level = spec?.priorityLevelConfiguration?.name ?? '';
  const isThere = levels.has(level);
  const reference = `This FlowSchema references the PriorityLevelConfiguration object named ${JSON.stringify(level)}`;
  const wanted = {
    type: DANGLING,
    status: isThere ? 'False' : 'True',
    reason: isThere ? 'Found' : 'NotFound',
    message: isThere ? `${reference} and it exists` : `${reference} but there is no such object`,
  };
  const current = status?.conditions?.find(({ type }) => type === DANGLING);
  if (current?.status === wanted.status && current.message === wanted.message) return schema;
  const lastTransitionTime = current?.status === wanted.status ? (current.lastTransitionTime ?? now) : now;
  const others = (status?.conditions ?? []).filter(({ type }) => type !== DANGLING);
  return { ...schema, status: { ...status, conditions: [...others, { ...wanted, lastTransitionTime }] } };
}
