import { createPublicKey } from 'node:crypto';
import { checkAuthority, PkiError, readTokenKeys, signsTokens } from '@orch/pki';
import { DataDirKeysError } from './data-dir-keys-error.js';
import type { Pair, SharedPair } from './shared-pair.js';

/** @throws DataDirKeysError when the authority cannot sign certificates now. */
export const checkAuthorityPair = ([certificatePem, privateKeyPem]: Pair, files: SharedPair, nowMs: number): void =>
  checked(files, 'certificates of the old authority are refused then', () =>
    checkAuthority({ certificatePem, privateKeyPem }, nowMs),
  );

/** @throws DataDirKeysError when the key cannot sign tokens that the public key verifies. */
export const checkTokenPair = ([publicPem, privatePem]: Pair, files: SharedPair): void =>
  checked(files, 'tokens signed by the old key are refused then', () => {
    const signing = readTokenKeys(privatePem).find(signsTokens);
    if (!signing) throw new PkiError('InvalidTokenKey', 'there is no private key in the second');
    if (readTokenKeys(publicPem).some(({ keyId }) => keyId === signing.keyId)) return;
    throw new PkiError('InvalidTokenKey', 'the public and the private key do not belong together');
  });

/**
 * The public key of the key that signs tokens.
 * @throws DataDirKeysError when the key cannot be read.
 */
export function publicPartOf(privatePem: string, files: SharedPair): string {
  checkTokenPair([privatePem, privatePem], files);
  return createPublicKey(privatePem).export({ type: 'spki', format: 'pem' }).toString();
}

function checked({ publicFile, keyFile }: SharedPair, lost: string, check: () => void): void {
  try {
    check();
  } catch (cause) {
    if (!(cause instanceof PkiError)) throw cause;
    throw new DataDirKeysError(
      `${publicFile} and ${keyFile} cannot be used: ${cause.message}. Put back both from a backup, or remove both to have new ones made (${lost})`,
      { cause },
    );
  }
}
