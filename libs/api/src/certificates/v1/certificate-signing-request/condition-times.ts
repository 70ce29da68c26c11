import type { CertificateSigningRequest } from './certificate-signing-request.types.js';

/** Sets missing times to now; a condition whose status did not change keeps its last transition time (C-217). */
export function withConditionTimes(
  request: CertificateSigningRequest,
  old: CertificateSigningRequest,
  now: string,
): CertificateSigningRequest {
  const conditions = request.status?.conditions;
  if (!conditions?.some((condition) => !condition.lastUpdateTime || !condition.lastTransitionTime)) return request;
  const current = new Map((old.status?.conditions ?? []).toReversed().map((condition) => [condition.type, condition]));
  const timed = conditions.map((condition) => {
    const before = current.get(condition.type);
    const settled = before && before.status === condition.status ? before.lastTransitionTime : undefined;
    return {
      ...condition,
      lastUpdateTime: condition.lastUpdateTime ?? now,
      lastTransitionTime: condition.lastTransitionTime ?? settled ?? now,
    };
  });
  return { ...request, status: { ...request.status, conditions: timed } };
}
