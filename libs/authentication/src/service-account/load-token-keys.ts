import { type Logger, readText } from '@orch/process';
import { PkiError, readTokenKeys, signsTokens, type SigningTokenKey, type TokenKey } from '@orch/pki';
import type { ServiceAccountOptions } from './service-account-options.js';
import { TokenKeys } from './token-keys.js';

/** Keys of tokens that cannot be used. The text names the flag and what to do, and never shows a key. */
export class TokenKeysError extends Error {
  override readonly name = 'TokenKeysError';
}

/** Where keys come from that no flag names. */
export interface OwnKeys {
  /** Private key of the serving certificate, PEM. */
  readonly servingKeyPem: string;
  /** Public key that controllers on this data directory sign for, PEM: `sa.pub`. */
  readonly dataDirPublicKeyPem: string;
  /**
   * Private key, PEM, where other servers use the store too: all sign with it, since a token of one must be good at every other. Then no
   * serving key has to do with tokens (decision 042).
   */
  readonly sharedKeyPem?: string | undefined;
}

/**
 * Keys as the flags say (B-024, B-025, D-027). Without `--service-account-key-file` tokens are signed with the key of the serving
 * certificate; those that controllers sign with the data directory's own key are good too (decision 034).
 * @throws TokenKeysError; what the file system says.
 */
export async function loadTokenKeys(options: ServiceAccountOptions, own: OwnKeys): Promise<TokenKeys> {
  const { keyFiles, signingKeyFile } = options;
  const verifying = (await Promise.all(keyFiles.map((file) => keysOfFile('service-account-key-file', file)))).flat();
  const named =
    signingKeyFile === undefined ? verifying : await keysOfFile('service-account-signing-key-file', signingKeyFile);
  const signing = named.find(signsTokens);
  if (signingKeyFile !== undefined && !signing) {
    throw new TokenKeysError(
      `--service-account-signing-key-file=${signingKeyFile} holds no private key: name one that does`,
    );
  }
  if (keyFiles.length > 0) {
    if (signing) return new TokenKeys(signing, verifying);
    throw new TokenKeysError(
      '--service-account-key-file names public keys only: name the private key that signs with --service-account-signing-key-file',
    );
  }
  const others = readTokenKeys(own.dataDirPublicKeyPem);
  if (own.sharedKeyPem !== undefined) {
    return new TokenKeys(signing ?? readTokenKeys(own.sharedKeyPem).find(signsTokens)!, others);
  }
  const serving = servingKey(own.servingKeyPem, signing);
  return new TokenKeys(signing ?? serving!, serving ? [serving, ...others] : others);
}

/**
 * The key of a serving certificate as one of tokens.
 * @throws TokenKeysError when it cannot sign them and no other does.
 */
function servingKey(pem: string, other: SigningTokenKey | undefined): SigningTokenKey | undefined {
  try {
    return servingTokenKey(pem);
  } catch (cause) {
    if (!(cause instanceof PkiError)) throw cause;
    if (other) return undefined;
    throw new TokenKeysError(
      `the key of the serving certificate is no key for service account tokens (${cause.message}): name one with ` +
        '--service-account-key-file',
      { cause },
    );
  }
}

/** @throws PkiError. */
const servingTokenKey = (pem: string): SigningTokenKey | undefined => readTokenKeys(pem).find(signsTokens);

/**
 * Signs with the key of the serving certificate that was exchanged while the server runs, where tokens are signed with that
 * (B-025, D-015). Tokens of the one before stay good until a restart.
 */
export function followServingKey(keys: TokenKeys, options: ServiceAccountOptions, pem: string, log: Logger): void {
  if (options.keyFiles.length > 0 || options.signingKeyFile !== undefined) return;
  try {
    keys.signWith(servingTokenKey(pem)!);
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    log.warn('the new serving key cannot sign service account tokens; the one before goes on', { error });
  }
}

async function keysOfFile(flag: string, file: string): Promise<readonly (TokenKey | SigningTokenKey)[]> {
  const text = await readText(file);
  try {
    return readTokenKeys(text);
  } catch (cause) {
    if (!(cause instanceof PkiError)) throw cause;
    throw new TokenKeysError(`--${flag}=${file}: ${cause.message}`, { cause });
  }
}
