import type { UserInfo } from '@orch/api';
import { ApiError } from '@orch/apimachinery';
import { networkTurn, type ServerRequest } from '@orch/http';
import { type Authenticator, InvalidCredential } from './authenticator.js';
import { withAuthenticatedGroup } from './groups.js';

type Identify = (request: ServerRequest) => UserInfo | undefined | Promise<UserInfo | undefined>;

/**
 * Tries the methods in order; the first success wins, and an invalid credential of one does not stop the others
 * (D-003). When none succeeds and one found an invalid credential, the answer is 401, even with anonymous access
 * (D-004, B-116): so the anonymous method is tried only without such an error.
 * @throws ApiError Unauthorized.
 */
export function authenticateUnion(authenticators: readonly Authenticator[]): Identify {
  const tryFrom = (request: ServerRequest, from: number, bad: InvalidCredential | undefined): ReturnType<Identify> => {
    let complaint = bad;
    for (let i = from; i < authenticators.length; i++) {
      const authenticator = authenticators[i]!;
      if (complaint && authenticator.name === ANONYMOUS) break;
      try {
        const found = authenticator.authenticate(request);
        if (found instanceof Promise) return awaitOne(request, i, found, complaint);
        if (found) return withAuthenticatedGroup(found);
      } catch (error) {
        if (!(error instanceof InvalidCredential)) throw error;
        complaint ??= error;
      }
    }
    if (complaint) throw ApiError.unauthorized(complaint);
    return undefined;
  };
  const awaitOne = async (
    request: ServerRequest,
    index: number,
    pending: Promise<UserInfo | undefined>,
    bad: InvalidCredential | undefined,
  ): Promise<UserInfo | undefined> => {
    let complaint = bad;
    try {
      const found = await pending;
      if (found) return withAuthenticatedGroup(found);
    } catch (error) {
      if (!(error instanceof InvalidCredential)) throw error;
      complaint ??= error;
    }
    await networkTurn(request.raw); // thousands of requests may have waited for the same answer, and bring another token
    return tryFrom(request, index + 1, complaint);
  };
  return (request) => tryFrom(request, 0, undefined);
}

/** Name of the method for anonymous requests. */
export const ANONYMOUS = 'anonymous';
