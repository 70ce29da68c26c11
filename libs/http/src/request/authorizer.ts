import type { UserInfo } from '@orch/api';
import type { RequestInfo } from './request-context.js';
import type { Requester } from './requester.js';

/** The decision of an authorizer. */
export interface Decision {
  readonly allowed: boolean;
  /** Explicit denial: later authorizers are not called. */
  readonly denied?: true;
  /** Added to the message of a denial; empty adds nothing. */
  readonly reason: string;
  /** Why it could not evaluate everything, if so: shown in access reviews, and not a denial by itself (C-006). */
  readonly error?: string;
  /** Overloaded: unless another authorizer allows the request, the client should retry. */
  readonly isBusy?: true;
}

/**
 * Authorizes requests of a user. Synchronous where possible. A class, so that it is an injection token; any object of
 * this shape is accepted.
 */
export abstract class Authorizer {
  /** It allows or has no opinion. Default: it may deny what later authorizers allow. */
  readonly neverDenies?: boolean;
  /** @param requester the request that causes the call, if known: its user is charged for it. Default: `user`. */
  abstract decide(user: UserInfo, info: RequestInfo, requester?: Requester): Decision | Promise<Decision>;
}

/** Allowed, without a reason. */
export const ALLOWED: Decision = Object.freeze({ allowed: true, reason: '' });
/** Not allowed by any authorizer. */
export const NO_OPINION: Decision = Object.freeze({ allowed: false, reason: '' });
