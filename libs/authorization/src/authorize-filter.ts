import type { Authorizer, Decision, Filter, ServerRequest, Step } from '@orch/http';
import { requireAllowed } from './require-allowed.js';
import { withSelectedName } from './selected-name.js';
import { requestsVisibleSet } from './visibility/requests-visible.js';

/**
 * Reads user and request info. Answers 403 (C-273). A list or watch of the visible set passes with a mark: its handler filters the objects
 * (decision 035).
 */
export const authorize =
  (authorizer: Authorizer): Filter =>
  (next) =>
  (request) => {
    if (requestsVisibleSet(request, request.url)) {
      request.onlyVisible = true;
      request.decision = ONLY_VISIBLE;
      return authorized(next, request);
    }
    const info = withSelectedName(request.info, request.url, () => request.query);
    const allowed = requireAllowed(authorizer, request, info, request);
    return allowed instanceof Promise ? allowed.then(() => authorized(next, request)) : authorized(next, request);
  };

function authorized(next: Step, request: ServerRequest): void | Promise<void> {
  request.onAuthorized?.();
  return next(request);
}

const ONLY_VISIBLE: Decision = Object.freeze({ allowed: true, reason: 'shows only what the user may see' });
