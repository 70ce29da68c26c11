import { loadTokenKeys, type TokenKeys } from '@orch/authentication';
import { ensureServiceAccountKeys } from '@orch/tls';
import type { ServerContext } from '../context/server-context.js';
import type { OpenStores } from '../stores/open-stores.js';
import type { ServerCertificates } from './server-certificates.js';

/** The data directory's pair for service account tokens. An injection token. */
export class ServiceAccountKeys {
  private constructor(
    readonly publicKeyPem: string,
    readonly privateKeyPem: string,
  ) {}

  /** Only the first start makes a pair, which takes long: the store is loaded meanwhile. */
  static async ensure(context: ServerContext, { records }: OpenStores): Promise<ServiceAccountKeys> {
    const pair = ensureServiceAccountKeys(context.options.dataDir, records);
    context.onClose(() => Promise.allSettled([pair])); // a start that fails leaves no writer behind
    const { publicKeyPem, privateKeyPem } = await pair;
    return new ServiceAccountKeys(publicKeyPem, privateKeyPem);
  }
}

/** The keys that sign and verify service account tokens, as the options choose. @throws TokenKeysError. */
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
