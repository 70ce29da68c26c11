import type { UserInfo } from '@orch/api';
import type { Vocabulary } from '@orch/vocabulary';
import {
  atOnceOrInTurns,
  flowOfRequester,
  type Authorizer,
  type Filter,
  type Pause,
  type RequestInfo,
  type ServerRequest,
} from '@orch/http';
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
      const checks = requireAll(authorizer, request, requiredPermissions(asked, vocabulary));
      const allowed = atOnceOrInTurns(checks, () => ({ flow: flowOfRequester(request) }));
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

/** Permissions that are checked in one step: the user may be in a thousand groups. */
const PERMISSIONS_IN_STEP = 16;

/**
 * Checks permissions in order; the first refusal is the answer (D-111). In steps: hundreds of requests may wait for one decision of a webhook, and each have hundreds of
 * other permissions. @throws ApiError Forbidden.
 */
function* requireAll(
  authorizer: Authorizer,
  request: ServerRequest,
  permissions: readonly RequestInfo[],
): Generator<Pause, void> {
  for (const [index, permission] of permissions.entries()) {
    if (index > 0 && index % PERMISSIONS_IN_STEP === 0) yield;
    const allowed = requireAllowed(authorizer, request, permission);
    if (!(allowed instanceof Promise)) continue;
    const refusals: unknown[] = [];
    yield allowed.catch((error: unknown) => void refusals.push(error));
    if (refusals.length > 0) throw refusals[0];
  }
}

function take(request: ServerRequest, user: UserInfo): void {
  request.impersonator = request.user;
  request.user = user;
}
