import type { UserInfo } from '@orch/api';
import type { RequestInfo } from './request-context.js';
import type { Requester } from './requester.js';

/** What an authorizer thinks of a request. */
export interface Decision {
  readonly allowed: boolean;
  /** Refused for good: nobody after this one is asked. */
  readonly denied?: true;
  /** Added to the text of a refusal; empty adds nothing. */
  readonly reason: string;
  /** Why it could not look at everything, where that is so: told by access reviews, and not a refusal by itself (C-006). */
  readonly error?: string;
  /** It could not be asked now, since too much is asked: unless somebody else allows it, the request is to come again. */
  readonly isBusy?: true;
}

/** Decides what a user may do. Answers at once where it can. A class, so that it is an injection token; any object of this shape will do. */
export abstract class Authorizer {
  /**
   * @param requester the request for which it is asked, where that is known: who is charged for it. Default: `user` is.
   */
  abstract decide(user: UserInfo, info: RequestInfo, requester?: Requester): Decision | Promise<Decision>;
}

/** Allowed, with nothing to say. */
export const ALLOWED: Decision = Object.freeze({ allowed: true, reason: '' });
/** Nobody allows it. */
export const NO_OPINION: Decision = Object.freeze({ allowed: false, reason: '' });
