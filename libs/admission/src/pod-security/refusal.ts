import { ApiError } from '@orch/apimachinery';
import type { AdmissionAttributes } from '@orch/registry';

/** 403 as for every refusal of admission: `pods "p" is forbidden: WHY`. */
export function forbiddenBy({ definition: { gvr }, name }: AdmissionAttributes, why: string): ApiError {
  return ApiError.forbidden({ group: gvr.group, resource: gvr.resource, ...(name === '' ? {} : { name }) }, why);
}
