import type { Authenticator } from './authenticator.js';

/** The authenticators of one server, in order. */
export class Authenticators {
  constructor(
    readonly all: readonly Authenticator[],
    /** One of them must be an audience of a token that has audiences. */
    readonly apiAudiences: readonly string[],
  ) {}
}
