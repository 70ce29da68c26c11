import type { Authorizer, Decision } from '../authorization/authorizer.js';
import { forbidden } from '../authorization/forbidden.js';
import { withSelectedName } from '../authorization/selected-name.js';
import type { RequestInfo } from '../request/request-context.js';
import type { ServerRequest } from '../request/server-request.js';
import type { Filter } from './filter.js';

/** Reads user and request info, adds nothing. Answers 403 (C-273). */
export const authorize =
  (authorizer: Authorizer): Filter =>
  (next) =>
  (request) => {
    const info = withSelectedName(request.info, request.url, () => request.query);
    const decision = authorizer.decide(request.user, info);
    if (decision instanceof Promise) {
      return decision.then((d) => {
        check(request, info, d);
        return next(request);
      });
    }
    check(request, info, decision);
    return next(request);
  };

function check(request: ServerRequest, info: RequestInfo, decision: Decision): void {
  if (!decision.allowed) throw forbidden(request.user, info, decision.reason);
}
