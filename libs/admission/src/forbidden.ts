import { ApiError, type StatusCause } from '@orch/apimachinery';
import type { AdmissionAttributes } from '@orch/registry';

/** The 403 of a refused request, on its resource and name: `pods "p" is forbidden: WHY`. */
export function forbidden(
  {
    definition: { gvr },
    name,
    object,
  }: Pick<AdmissionAttributes, 'definition' | 'name'> & Partial<Pick<AdmissionAttributes, 'object'>>,
  why: string,
  causes?: StatusCause[],
): ApiError {
  return ApiError.forbidden(
    { group: gvr.group, resource: gvr.resource, name: name || object?.metadata?.generateName || 'Unknown' },
    why,
    causes,
  );
}
