import { ReloadMetrics, type AddMetric } from '@orch/http';
import { AccountTokenUses } from './account-token-uses.js';
import { CertificateLifetimes } from './certificate-lifetimes.js';
import { IssuerLatencies } from './issuer-latencies.js';
import { TokenCacheMetrics } from './token-cache-metrics.js';

/** All metrics of authentication methods. */
export class AuthenticationMetrics {
  readonly lifetimes = new CertificateLifetimes();
  readonly accountTokens = new AccountTokenUses();
  readonly tokenCache = new TokenCacheMetrics();
  readonly issuers = new IssuerLatencies();
  /** Of the file of `--authentication-config`. */
  readonly reloads = new ReloadMetrics('apiserver_authentication_config_controller_', 'authentication configuration');

  addTo(add: AddMetric): void {
    for (const part of [this.lifetimes, this.accountTokens, this.tokenCache, this.issuers, this.reloads])
      part.addTo(add);
  }
}
