import { ApiError } from '@orch/apimachinery';
import type { UserInfo } from '@orch/api';
import { authenticateUnion } from './authenticate-union.js';
import type { Authenticator } from './authenticator.js';
import { type Filter, networkTurn, type ServerRequest } from '@orch/http';

/** Sets `user`. Answers 401 for a bad credential, or without one when anonymous access is off (D-004, D-214). */
export const authenticate = (authenticators: readonly Authenticator[]): Filter => {
  const identify = authenticateUnion(authenticators);
  return (next) => (request) => {
    const found = identify(request);
    if (found instanceof Promise) {
      return inTurnOf(request, found).then((user) => {
        request.user = known(user);
        return next(request);
      });
    }
    request.user = known(found);
    return next(request);
  };
};

/** Thousands of requests may wait for one answer, such as the keys of a token issuer: they continue in turns. */
async function inTurnOf<T>({ raw }: ServerRequest, pending: Promise<T>): Promise<T> {
  try {
    return await pending;
  } finally {
    await networkTurn(raw);
  }
}

function known(user: UserInfo | undefined): UserInfo {
  if (!user) throw ApiError.unauthorized();
  return user;
}
