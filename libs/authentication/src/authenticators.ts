import type { Authenticator } from './authenticator.js';

/** The authenticators of one server, in the order in which they are tried. */
export class Authenticators {
  constructor(
    readonly all: readonly Authenticator[],
    /** One of them must be an audience of a token that names audiences. */
    readonly apiAudiences: readonly string[],
  ) {}
}
