import type { UserInfo } from '@orch/api';
import type { RequestInfo, Authorizer, Decision, Requester } from '@orch/http';
import { ApiError } from '@orch/apimachinery';
import { forbidden } from './forbidden.js';

const BUSY = 'too many requests wait for their authorization, please try again later';
const RETRY_AFTER_SECONDS = 1;

/** Holder of a decision for audit, and of the headers of a refusal. */
interface Noted {
  decision: Decision | undefined;
  answerHeaders: Readonly<Record<string, string>> | undefined;
}

/** A refusal repeats what the request names, so a browser must not take it for a page. */
const REFUSAL_HEADERS = { 'X-Content-Type-Options': 'nosniff' };

/**
 * Requires that the user of the request is allowed. Synchronous if the authorizer is. Also for handlers that determine a verb later: a PUT
 * that creates needs `create` too, and so does an apply (C-020).
 * @param noted receives the decision, and with a refusal a header of the answer.
 * @throws ApiError Forbidden; TooManyRequests when an authorizer is busy.
 */
export function requireAllowed(
  authorizer: Authorizer,
  requester: Requester,
  info: RequestInfo,
  noted?: Noted,
): void | Promise<void> {
  const { user } = requester;
  const decision = authorizer.decide(user, info, requester);
  if (decision instanceof Promise) return decision.then((d) => check(user, info, d, noted));
  check(user, info, decision, noted);
}

function check(user: UserInfo, info: RequestInfo, decision: Decision, noted: Noted | undefined): void {
  if (noted) noted.decision = decision;
  if (decision.allowed) return;
  if (decision.isBusy) throw ApiError.tooManyRequests(BUSY, RETRY_AFTER_SECONDS);
  if (noted) noted.answerHeaders = { ...noted.answerHeaders, ...REFUSAL_HEADERS };
  throw forbidden(user, info, decision.reason);
}
