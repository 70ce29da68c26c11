import { setImmediate as nextTurn } from 'node:timers/promises';
import { FakeClock } from '@orch/apimachinery';
import { InvalidCredential, type TokenIdentity } from '../authenticator.js';
import { HandMadeIssuer, issuersCaPem, KEYS_CAME, RecordedLog } from '@orch/testing';
import { discoveryUrlOf, type IssuerSettings } from './issuer-settings.js';
import { AuthenticationMetrics } from '../metrics/authentication-metrics.js';
import { TrustedIssuers } from './trusted-issuers.js';

/** Settings for the tokens of a hand-made issuer, for the client `orch-cli`. */
export async function settingsFor(
  issuer: HandMadeIssuer,
  changes: Partial<IssuerSettings> = {},
): Promise<IssuerSettings> {
  return {
    source: {
      issuer: issuer.url,
      discoveryUrl: discoveryUrlOf(issuer.url),
      authorities: [await issuersCaPem()],
    },
    audiences: ['orch-cli'],
    signingAlgorithms: ['RS256'],
    mappings: { username: { claim: 'sub', prefix: '' }, groups: { claim: 'groups', prefix: '' } },
    requiredClaims: [],
    idTokensOnly: true,
    ...changes,
  };
}

/** Trusted issuers of a test, on a fake clock. */
export class IssuersUnderTest {
  readonly clock = new FakeClock(Date.now());
  readonly log = new RecordedLog();
  readonly issuers = new TrustedIssuers(this.clock, this.log, new AuthenticationMetrics());

  /** Trusts these and waits until their keys are loaded. */
  async trust(...settings: readonly IssuerSettings[]): Promise<void> {
    const from = this.log.lines.length;
    this.issuers.trust(settings);
    await this.log.until(KEYS_CAME, from);
  }

  /** Resolves when a token waits for the clock. */
  async waiting(): Promise<void> {
    while (this.clock.pending === 0) await nextTurn();
  }

  /** The user of a token; `refused` when it is invalid, undefined when it is unknown. */
  async authenticate(token: string): Promise<TokenIdentity['user'] | 'refused' | undefined> {
    try {
      return (await this.issuers.authenticateToken(token))?.user;
    } catch (error) {
      if (error instanceof InvalidCredential) return 'refused';
      throw error;
    }
  }
}
