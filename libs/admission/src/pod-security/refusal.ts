import { ApiError } from '@orch/apimachinery';
import type { AdmissionAttributes } from '@orch/registry';

/** 403 in the form of all that admission refuses: `pods "p" is forbidden: WHY`. */
export function forbiddenBy({ definition: { gvr }, name }: AdmissionAttributes, why: string): ApiError {
  return ApiError.forbidden({ group: gvr.group, resource: gvr.resource, ...(name === '' ? {} : { name }) }, why);
}
