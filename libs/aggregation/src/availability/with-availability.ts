import type { APIServiceCondition } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import type { Finding } from './finding.js';

const conditionsOf = (object: ApiObject): readonly APIServiceCondition[] =>
  (object['status'] as { readonly conditions?: readonly APIServiceCondition[] } | undefined)?.conditions ?? [];

/** Whether its condition says so. */
export const isAvailable = (object: ApiObject): boolean =>
  conditionsOf(object).some(({ type, status }) => type === 'Available' && status === 'True');

/** The object with that condition; the same object when it has it. */
export function withAvailability(object: ApiObject, finding: Finding, now: string): ApiObject {
  const conditions = conditionsOf(object);
  const at = conditions.findIndex(({ type }) => type === 'Available');
  const before = conditions[at];
  const { status, reason, message } = finding;
  if (before?.status === status && before.reason === reason && before.message === message) return object;
  const lastTransitionTime = before?.status === status ? before.lastTransitionTime : now;
  const condition = {
    type: 'Available',
    status,
    ...(lastTransitionTime ? { lastTransitionTime } : {}),
    reason,
    message,
  };
  const changed = at < 0 ? [...conditions, condition] : conditions.with(at, condition);
  return { ...object, status: { ...(object['status'] as object | undefined), conditions: changed } };
}
