import type { UserInfo } from '@orch/api';
import type { Vocabulary } from '@orch/vocabulary';
import type { Authorizer, RequestInfo, ServerRequest, Filter } from '@orch/http';
import { requireAllowed } from '../require-allowed.js';
import { isImpersonating, requestedIdentity } from './requested-identity.js';
import { impersonatedUser } from './impersonated-user.js';
import { requiredPermissions } from './required-permissions.js';

/**
 * Replaces the user of a request by that of its impersonation headers if the authenticated user may impersonate it (B-126..B-130). Keeps
 * the authenticated user as `impersonator`. Answers 400 and 403.
 * @param limits concurrency limits of these checks, which count for the authenticated user, since an authorizer may be remote. A request
 * that the limits reject is answered there.
 */
export const impersonate =
  (authorizer: Authorizer, vocabulary: Vocabulary, limits: Filter): Filter =>
  (next) => {
    const check = limits((request) => {
      const asked = requestedIdentity(request.raw.rawHeaders);
      const allowed = requireAll(authorizer, request, requiredPermissions(asked, vocabulary), 0);
      if (allowed instanceof Promise) return allowed.then(() => take(request, impersonatedUser(asked)));
      take(request, impersonatedUser(asked));
    });
    const goOn = (request: ServerRequest): void | Promise<void> => {
      if (request.impersonator) return next(request);
    };
    return (request) => {
      if (!isImpersonating(request.headers)) return next(request);
      const checked = check(request);
      return checked instanceof Promise ? checked.then(() => goOn(request)) : goOn(request);
    };
  };

/** Checks permissions in order; the first refusal is the answer (D-111). @throws ApiError Forbidden. */
function requireAll(
  authorizer: Authorizer,
  request: ServerRequest,
  permissions: readonly RequestInfo[],
  from: number,
): void | Promise<void> {
  for (let i = from; i < permissions.length; i++) {
    const allowed = requireAllowed(authorizer, request, permissions[i]!);
    if (allowed instanceof Promise) return allowed.then(() => requireAll(authorizer, request, permissions, i + 1));
  }
}

function take(request: ServerRequest, user: UserInfo): void {
  request.impersonator = request.user;
  request.user = user;
}
