import type { AdmissionPlugin } from '@orch/admission';
import type { Authenticator, TokenAuthenticator } from '@orch/authentication';
import type { Authorizer, Filter } from '@orch/http';

/** A filter of an embedding application. */
export interface RequestFilter {
  readonly filter: Filter;
}

/** Provider instances that an embedding application adds to the server. An injection token. */
export class Contributions {
  constructor(
    /** Tried after the configured authenticators, before anonymous access. */
    readonly authenticators: readonly (Authenticator | TokenAuthenticator)[] = [],
    /** Called after the configured modes. */
    readonly authorizers: readonly Authorizer[] = [],
    /** Called after the built-in plugins. */
    readonly admissionPlugins: readonly AdmissionPlugin[] = [],
    /** Run after authorization, in this order. */
    readonly filters: readonly RequestFilter[] = [],
  ) {}
}
