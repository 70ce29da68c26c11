import type { Clock } from '@orch/apimachinery';
import { signToken } from '@orch/pki';
import type { Vocabulary } from '@orch/vocabulary';
import { boundClaims, type TokenSubject } from './token-claims.js';
import type { TokenKeys } from './token-keys.js';

/** A requested token. */
export interface TokenOrder {
  readonly audiences: readonly string[];
  /** Unit: seconds. */
  readonly lifetime: number;
  /** When its use is reported as overdue. Unit: seconds from now. */
  readonly warnAfter?: number | undefined;
}

/** Issues tokens of service accounts (D-033..D-035). */
export class TokenIssuer {
  constructor(
    private readonly keys: TokenKeys,
    private readonly issuer: string,
    private readonly vocabulary: Vocabulary,
    private readonly clock: Clock,
    /** A unique id. */
    private readonly newId: () => string,
  ) {}

  issue(subject: TokenSubject, { audiences, lifetime, warnAfter }: TokenOrder): string {
    const issuedAt = Math.floor(this.clock.now() / 1_000);
    const claims = boundClaims(
      subject,
      {
        issuer: this.issuer,
        audiences,
        id: this.newId(),
        issuedAt,
        expires: issuedAt + lifetime,
        ...(warnAfter === undefined ? {} : { warnAfter: issuedAt + warnAfter }),
      },
      this.vocabulary,
    );
    return signToken(this.keys.signing, claims);
  }
}
