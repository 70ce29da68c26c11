import { ApiError, decodeContinueToken, parseResourceVersion } from '@orch/apimachinery';
import type { Revision } from '@orch/storage';
import { checkListOptions, type ListOptions } from './list-options.js';

/** Query parameters that select the state and the page of a list. */
export interface ListParameters extends ListOptions {
  /** 0: no limit. */
  readonly limit: number;
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
  checkListOptions(p, metaGroup);
  if (p.continue) {
    // The token first, as in kube-apiserver; a version next to it is refused whether it is valid or not.
    const token = decodeContinueToken(p.continue, resource);
    if (p.resourceVersion && p.resourceVersion !== '0')
      throw ApiError.badRequest('specifying resource version is not allowed when using continue');
    return { state: 'continue', revision: token.revision, afterKey: token.key, issuedMs: token.issuedMs };
  }
  const match = p.resourceVersionMatch || undefined;
  const revision = parseResourceVersion(p.resourceVersion);
  if (revision === undefined || revision === 0) return { state: 'newest' };
  const exact = match === 'Exact' || (match === undefined && p.limit > 0);
  return exact ? { state: 'exact', revision } : { state: 'not-older-than', revision };
}
