import type { SigningTokenKey, TokenKey } from '@orch/pki';

/** The key that signs tokens, and all that verify them. */
export class TokenKeys {
  private readonly byId = new Map<string, TokenKey>();
  private current: SigningTokenKey;

  /** The signing key also verifies. */
  constructor(signing: SigningTokenKey, verifying: readonly TokenKey[]) {
    this.current = signing;
    for (const key of [signing, ...verifying]) if (!this.byId.has(key.keyId)) this.byId.set(key.keyId, key);
  }

  get signing(): SigningTokenKey {
    return this.current;
  }

  /** The signing key first. Grows, never shrinks. */
  get all(): readonly TokenKey[] {
    return [this.current, ...[...this.byId.values()].filter(({ keyId }) => keyId !== this.current.keyId)];
  }

  /** Signs with another key from now on; tokens of the previous one stay valid. */
  signWith(key: SigningTokenKey): void {
    this.byId.set(key.keyId, key);
    this.current = key;
  }

  /**
   * Keys that may have signed a token: the one of its `kid`, any without. The algorithm is that of the key, so a public
   * key is never used as a shared secret.
   */
  candidates(algorithm: unknown, keyId: unknown): readonly TokenKey[] {
    if (keyId === undefined) return [...this.byId.values()].filter((key) => key.algorithm === algorithm);
    const key = typeof keyId === 'string' ? this.byId.get(keyId) : undefined;
    return key !== undefined && key.algorithm === algorithm ? [key] : [];
  }
}
