import type { UserInfo } from '@orch/api';
import { ApiError } from '@orch/apimachinery';
import type { ServerRequest } from '@orch/http';
import { type Authenticator, InvalidCredential } from './authenticator.js';
import { withAuthenticatedGroup } from './groups.js';

type Identify = (request: ServerRequest) => UserInfo | undefined | Promise<UserInfo | undefined>;

/**
 * Asks one method after the other; the first success wins and an error of one does not stop another (D-003). When none
 * succeeds and one of them found a bad credential, the answer is 401, even where anonymous access is on (D-004, B-116):
 * so the method that needs no credential is asked only when nobody complained.
 * @throws ApiError Unauthorized.
 */
export function authenticateUnion(authenticators: readonly Authenticator[]): Identify {
  const ask = (request: ServerRequest, from: number, bad: InvalidCredential | undefined): ReturnType<Identify> => {
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
    return ask(request, index + 1, complaint);
  };
  return (request) => ask(request, 0, undefined);
}

/** Name of the method that takes everybody. */
export const ANONYMOUS = 'anonymous';
