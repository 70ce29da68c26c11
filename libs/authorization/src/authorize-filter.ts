import { awaitInTurn, type Authorizer, type Decision, type Filter, type ServerRequest, type Step } from '@orch/http';
import { prepare } from './named-objects.js';
import { requireAllowed } from './require-allowed.js';
import { withSelectedName, withSelectors } from './selected-name.js';
import { requestsVisibleSet } from './visibility/requests-visible.js';

/**
 * Reads user and request info. Answers 403 (C-273). A list or watch of the visible set passes with a mark: its handler filters the objects
 * (decision 035).
 * @param sendsSelectors whether authorizers get the selectors of a collection (feature AuthorizeWithSelectors).
 */
export const authorize =
  (authorizer: Authorizer, sendsSelectors: boolean): Filter =>
  (next) =>
  (request) => {
    if (requestsVisibleSet(request, request.url)) {
      request.onlyVisible = true;
      request.decision = ONLY_VISIBLE;
      const prepared = prepare(authorizer, request);
      if (!prepared) return authorized(next, request);
      return awaitInTurn(request.raw, prepared).then(() => authorized(next, request));
    }
    const query = (): URLSearchParams => request.query;
    const named = withSelectedName(request.info, request.url, query);
    const info = sendsSelectors ? withSelectors(named, request.url, query) : named;
    const allowed = requireAllowed(authorizer, request, info, request);
    if (!(allowed instanceof Promise)) return authorized(next, request);
    return awaitInTurn(request.raw, allowed).then(() => authorized(next, request));
  };

function authorized(next: Step, request: ServerRequest): void | Promise<void> {
  request.onAuthorized?.();
  return next(request);
}

const ONLY_VISIBLE: Decision = Object.freeze({ allowed: true, reason: 'shows only what the user may see' });
