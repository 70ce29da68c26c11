import type { UserInfo } from '@orch/api';
import type { Vocabulary } from '@orch/vocabulary';
import type { Authorizer, RequestInfo, ServerRequest, Filter } from '@orch/http';
import { requireAllowed } from '../require-allowed.js';
import { asksToImpersonate, askedIdentity } from './asked-identity.js';
import { impersonatedUser } from './impersonated-user.js';
import { neededRights } from './needed-rights.js';

/**
 * Takes a request as somebody else's when its headers ask for that and the one who asks may do it (B-126..B-130). Replaces
 * `user`, and keeps who it was as `impersonator`. Answers 400 and 403.
 * @param limits concurrency of these checks: a request that impersonates counts for who sent it while they last, since an authorizer
 * may be far away. A request that is refused there is answered.
 */
export const impersonate =
  (authorizer: Authorizer, vocabulary: Vocabulary, limits: Filter): Filter =>
  (next) => {
    const check = limits((request) => {
      const asked = askedIdentity(request.raw.rawHeaders);
      const allowed = requireAll(authorizer, request, neededRights(asked, vocabulary), 0);
      if (allowed instanceof Promise) return allowed.then(() => take(request, impersonatedUser(asked)));
      take(request, impersonatedUser(asked));
    });
    const goOn = (request: ServerRequest): void | Promise<void> => {
      if (request.impersonator) return next(request);
    };
    return (request) => {
      if (!asksToImpersonate(request.headers)) return next(request);
      const checked = check(request);
      return checked instanceof Promise ? checked.then(() => goOn(request)) : goOn(request);
    };
  };

/** One after the other: the first refusal is the answer (D-111). @throws ApiError Forbidden. */
function requireAll(
  authorizer: Authorizer,
  request: ServerRequest,
  rights: readonly RequestInfo[],
  from: number,
): void | Promise<void> {
  for (let i = from; i < rights.length; i++) {
    const allowed = requireAllowed(authorizer, request, rights[i]!);
    if (allowed instanceof Promise) return allowed.then(() => requireAll(authorizer, request, rights, i + 1));
  }
}

function take(request: ServerRequest, user: UserInfo): void {
  request.impersonator = request.user;
  request.user = user;
}
