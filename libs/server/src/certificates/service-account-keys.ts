import { loadTokenKeys, type TokenKeys } from '@orch/authentication';
import { ensureServiceAccountKeys } from '@orch/tls';
import type { ServerContext } from '../context/server-context.js';
import type { OpenStores } from '../stores/open-stores.js';
import type { ServerCertificates } from './server-certificates.js';

/** The data directory's key pair for service account tokens. An injection token. */
export class ServiceAccountKeys {
  private constructor(
    readonly publicKeyPem: string,
    readonly privateKeyPem: string,
  ) {}

  /** Only the first start creates a pair, which is slow: the store is loaded meanwhile. */
  static async ensure(context: ServerContext, { records }: OpenStores): Promise<ServiceAccountKeys> {
    const pair = ensureServiceAccountKeys(context.options.dataDir, records);
    context.onClose(() => Promise.allSettled([pair])); // a failed start waits for the write
    const { publicKeyPem, privateKeyPem } = await pair;
    return new ServiceAccountKeys(publicKeyPem, privateKeyPem);
  }
}

/** The keys that sign and verify service account tokens, by the options. @throws TokenKeysError. */
export const tokenKeysOf = (
  { options }: ServerContext,
  { records }: OpenStores,
  { current }: ServerCertificates,
  own: ServiceAccountKeys,
): Promise<TokenKeys> =>
  loadTokenKeys(options.serviceAccount, {
    servingKeyPem: current.privateKeyPem,
    dataDirPublicKeyPem: own.publicKeyPem,
    sharedKeyPem: records && own.privateKeyPem,
  });
