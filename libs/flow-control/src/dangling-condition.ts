import type { FlowSchema, FlowSchemaCondition } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';

const DANGLING = 'Dangling';

/**
 * The condition `Dangling`, which shows whether the level of the schema is missing. Undefined when the schema has it already.
 * @param levels names of all levels.
 * @param now transition time of a changed condition.
 */
export function changedDanglingCondition(
  schema: ApiObject,
  levels: ReadonlySet<string>,
  now: string,
): FlowSchemaCondition | undefined {
  const { spec } = schema as Partial<FlowSchema>;
  const level = spec?.priorityLevelConfiguration?.name ?? '';
  const isThere = levels.has(level);
  const reference = `This FlowSchema references the PriorityLevelConfiguration object named ${JSON.stringify(level)}`;
  const wanted = {
    type: DANGLING,
    status: isThere ? 'False' : 'True',
    reason: isThere ? 'Found' : 'NotFound',
    message: isThere ? `${reference} and it exists` : `${reference} but there is no such object`,
  };
  const current = danglingCondition(schema);
  if (current?.status === wanted.status && current.message === wanted.message) return undefined;
  const lastTransitionTime = current?.status === wanted.status ? (current.lastTransitionTime ?? now) : now;
  return { ...wanted, lastTransitionTime };
}

/** The condition that the schema has. */
export const danglingCondition = (schema: ApiObject): FlowSchemaCondition | undefined =>
  (schema as Partial<FlowSchema>).status?.conditions?.find(({ type }) => type === DANGLING);
