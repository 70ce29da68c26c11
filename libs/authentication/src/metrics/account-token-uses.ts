import type { AddMetric } from '@orch/http';

/** A use of a service account token: of one with a warning time before or after it, or of one that is kept in a Secret; `invalidated` is rejected. */
export type AccountTokenUse = 'valid' | 'stale' | 'automatic' | 'manual' | 'invalidated';

/** Uses of service account tokens by their age and origin, with the names of kube-apiserver, which counts a token that it has cached once. */
export class AccountTokenUses {
  private readonly counts: Record<AccountTokenUse, number> = {
    valid: 0,
    stale: 0,
    automatic: 0,
    manual: 0,
    invalidated: 0,
  };

  /** HOT PATH (bench: get): called for every request of a service account. */
  used(use: AccountTokenUse): void {
    this.counts[use]++;
  }

  addTo(add: AddMetric): void {
    const { counts } = this;
    const one = (name: string, help: string, value: () => number) =>
      add(`serviceaccount_${name}_total`, 'counter', help, () => [{ labels: {}, value: value() }]);
    one('valid_tokens', 'Uses of tokens of pods within the lifetime that was requested.', () => counts.valid);
    one('stale_tokens', 'Uses of tokens of pods after the lifetime that was requested.', () => counts.stale);
    one('legacy_tokens', 'Uses of tokens that are kept in Secrets.', () => counts.automatic + counts.manual);
    one('legacy_auto_token_uses', 'Uses of tokens of Secrets that their account names.', () => counts.automatic);
    one(
      'invalid_legacy_auto_token_uses',
      'Uses of tokens of Secrets that are marked as invalid.',
      () => counts.invalidated,
    );
    one('legacy_manual_token_uses', 'Uses of tokens of other Secrets.', () => counts.manual);
  }
}
