import type { AdmissionPlugin } from '@orch/admission';
import type { Authenticator, TokenAuthenticator } from '@orch/authentication';
import type { Authorizer, Filter } from '@orch/http';

/** A filter of an application that embeds the server. */
export interface RequestFilter {
  readonly filter: Filter;
}

/** What an application that embeds the server adds to it: instances of its providers. An injection token. */
export class Contributions {
  constructor(
    /** Tried after those that the options configure, before anonymous access. */
    readonly authenticators: readonly (Authenticator | TokenAuthenticator)[] = [],
    /** Asked after the configured modes. */
    readonly authorizers: readonly Authorizer[] = [],
    /** Called after the built-in plugins. */
    readonly admissionPlugins: readonly AdmissionPlugin[] = [],
    /** Behind authorization, in this order. */
    readonly filters: readonly RequestFilter[] = [],
  ) {}
}
