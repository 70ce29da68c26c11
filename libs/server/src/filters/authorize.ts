import type { Authorizer, Decision } from '../authorization/authorizer.js';
import { requireAllowed } from '../authorization/require-allowed.js';
import { withSelectedName } from '../authorization/selected-name.js';
import { asksForVisible } from '../authorization/visibility/asks-visible.js';
import type { Filter } from './filter.js';

/**
 * Reads user and request info. Answers 403 (C-273). A list or watch of just what its caller may see passes, and is marked: whoever
 * answers it looks at each object (decision 035).
 */
export const authorize =
  (authorizer: Authorizer): Filter =>
  (next) =>
  (request) => {
    if (asksForVisible(request, request.url)) {
      request.onlyVisible = true;
      request.decision = ONLY_VISIBLE;
      return next(request);
    }
    const info = withSelectedName(request.info, request.url, () => request.query);
    const allowed = requireAllowed(authorizer, request.user, info, request);
    return allowed instanceof Promise ? allowed.then(() => next(request)) : next(request);
  };

const ONLY_VISIBLE: Decision = Object.freeze({ allowed: true, reason: 'shows only what the user may see' });
