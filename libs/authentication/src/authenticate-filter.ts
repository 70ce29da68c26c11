import { ApiError } from '@orch/apimachinery';
import type { UserInfo } from '@orch/api';
import { authenticateUnion } from './authenticate-union.js';
import type { Authenticator } from './authenticator.js';
import { awaitInTurn, type Filter } from '@orch/http';

/** Sets `user`. Answers 401 for a bad credential, or without one when anonymous access is off (D-004, D-214). */
export const authenticate = (authenticators: readonly Authenticator[]): Filter => {
  const identify = authenticateUnion(authenticators);
  return (next) => (request) => {
    const found = identify(request);
    if (found instanceof Promise) {
      return awaitInTurn(request.raw, found).then((user) => {
        request.user = known(user);
        return next(request);
      });
    }
    request.user = known(found);
    return next(request);
  };
};

function known(user: UserInfo | undefined): UserInfo {
  if (!user) throw ApiError.unauthorized();
  return user;
}
