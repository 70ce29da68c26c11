import type { UserInfo } from '@orch/api';
import type { RequestInfo } from '../request/request-context.js';

/** `reason` is added to the text of a refusal; empty adds nothing. */
export interface Decision {
  readonly allowed: boolean;
  readonly reason: string;
}

/** Decides what a user may do. Answers at once where it can. */
export interface Authorizer {
  decide(user: UserInfo, info: RequestInfo): Decision | Promise<Decision>;
}

/** Allowed, with nothing to say. */
export const ALLOWED: Decision = Object.freeze({ allowed: true, reason: '' });
/** Nobody allows it. */
export const NO_OPINION: Decision = Object.freeze({ allowed: false, reason: '' });
