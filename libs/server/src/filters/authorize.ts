import type { Authorizer } from '../authorization/authorizer.js';
import { requireAllowed } from '../authorization/require-allowed.js';
import { withSelectedName } from '../authorization/selected-name.js';
import type { Filter } from './filter.js';

/** Reads user and request info, adds nothing. Answers 403 (C-273). */
export const authorize =
  (authorizer: Authorizer): Filter =>
  (next) =>
  (request) => {
    const info = withSelectedName(request.info, request.url, () => request.query);
    const allowed = requireAllowed(authorizer, request.user, info);
    return allowed instanceof Promise ? allowed.then(() => next(request)) : next(request);
  };
