import { type Logger, readText } from '@orch/process';
import { PkiError, readTokenKeys, signsTokens, type SigningTokenKey, type TokenKey } from '@orch/pki';
import type { ServiceAccountOptions } from './service-account-options.js';
import { TokenKeys } from './token-keys.js';

/** Unusable token keys. The message names the flag and what to do, and never contains a key. */
export class TokenKeysError extends Error {
  override readonly name = 'TokenKeysError';
}

/** Keys of the server that are not set by flags. */
export interface OwnKeys {
  /** Private key of the serving certificate, PEM. */
  readonly servingKeyPem: string;
  /** Public key of the tokens that controllers on this data directory sign, PEM: `sa.pub`. */
  readonly dataDirPublicKeyPem: string;
  /**
   * Private key, PEM, when several servers share the store: all sign with it, since a token of one must be valid at
   * every other. Then serving keys are not used for tokens (decision 042).
   */
  readonly sharedKeyPem?: string | undefined;
}

/**
 * Keys as set by flags (B-024, B-025, D-027). Without `--service-account-key-file` tokens are signed with the key of
 * the serving certificate; tokens that controllers sign with the data directory's own key are valid too (decision 034).
 * @throws TokenKeysError; errors of the file system.
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
 * The key of a serving certificate as a token key.
 * @throws TokenKeysError when it cannot sign tokens and there is no other.
 */
function servingKey(pem: string, other: SigningTokenKey | undefined): SigningTokenKey | undefined {
  try {
    return servingTokenKey(pem);
  } catch (cause) {
    if (!(cause instanceof PkiError)) throw cause;
    if (other) return undefined;
    throw new TokenKeysError(
      `the key of the serving certificate cannot sign service account tokens (${cause.message}): name one with ` +
        '--service-account-key-file',
      { cause },
    );
  }
}

/** @throws PkiError. */
const servingTokenKey = (pem: string): SigningTokenKey | undefined => readTokenKeys(pem).find(signsTokens);

/**
 * Signs with the reloaded key of the serving certificate, where tokens are signed with that (B-025, D-015). Tokens of
 * the previous one stay valid until a restart.
 */
export function followServingKey(keys: TokenKeys, options: ServiceAccountOptions, pem: string, log: Logger): void {
  if (options.keyFiles.length > 0 || options.signingKeyFile !== undefined) return;
  try {
    keys.signWith(servingTokenKey(pem)!);
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    log.warn('the new serving key cannot sign service account tokens; the previous one is used', { error });
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
