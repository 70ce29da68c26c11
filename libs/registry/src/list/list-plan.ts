import {
  ApiError,
  FieldPath,
  decodeContinueToken,
  fieldError,
  parseResourceVersion,
  type FieldError,
} from '@orch/apimachinery';
import type { Revision } from '@orch/storage';

/** Query parameters that select the state and the page of a list. Absent and empty are the same. */
export interface ListParameters {
  readonly resourceVersion?: string | undefined;
  readonly resourceVersionMatch?: string | undefined;
  /** 0: no limit. */
  readonly limit: number;
  readonly continue?: string | undefined;
}

/** Which state a list shows (A-185..A-205). */
export type ListPlan =
  | { readonly state: 'newest' }
  | { readonly state: 'not-older-than'; readonly revision: Revision }
  | { readonly state: 'exact'; readonly revision: Revision }
  /** `revision` undefined: the newest state (after an expired token, C-054). */
  | {
      readonly state: 'continue';
      readonly revision: Revision | undefined;
      readonly afterKey: string;
      /** When the token was issued. Unit: milliseconds since 1970. Undefined: unknown. */
      readonly issuedMs: number | undefined;
    };

/**
 * @param resource that a continue token is bound to (C-059).
 * @throws ApiError BadRequest, or Invalid for an invalid combination (C-125..C-128).
 */
export function planList(p: ListParameters, resource: string, metaGroup: string): ListPlan {
  const match = p.resourceVersionMatch || undefined;
  const revision = parseResourceVersion(p.resourceVersion);
  const refuse = (error: FieldError) => {
    throw ApiError.invalid({ group: metaGroup, kind: 'ListOptions' }, [error]);
  };
  const path = FieldPath.of('resourceVersionMatch');
  if (match !== undefined) {
    if (p.continue) refuse(fieldError.forbidden(path, 'resourceVersionMatch is forbidden when continue is provided'));
    if (revision === undefined) {
      refuse(fieldError.forbidden(path, 'resourceVersionMatch is forbidden unless resourceVersion is provided'));
    }
    if (match !== 'Exact' && match !== 'NotOlderThan') {
      refuse(fieldError.notSupported(path, match, ['Exact', 'NotOlderThan']));
    }
    if (match === 'Exact' && revision === 0) {
      refuse(fieldError.forbidden(path, 'resourceVersionMatch "Exact" is forbidden for resourceVersion "0"'));
    }
  }
  if (p.continue) {
    if (revision !== undefined && revision !== 0) {
      throw ApiError.badRequest('specifying resource version is not allowed when using continue');
    }
    const token = decodeContinueToken(p.continue, resource);
    return { state: 'continue', revision: token.revision, afterKey: token.key, issuedMs: token.issuedMs };
  }
  if (revision === undefined || revision === 0) return { state: 'newest' };
  const exact = match === 'Exact' || (match === undefined && p.limit > 0);
  return exact ? { state: 'exact', revision } : { state: 'not-older-than', revision };
}
