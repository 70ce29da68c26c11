import { loadTokenKeys, type TokenKeys } from '@orch/authentication';
import { ensureServiceAccountKeys, type PairGenerator, pregenerateServiceAccountKeys } from '@orch/tls';
import type { ServerContext } from '../context/server-context.js';
import type { OpenStores } from '../stores/open-stores.js';
import type { ServerCertificates } from './server-certificates.js';

/** Generates the key pair of a first start while the store is opened. An injection token. */
export class PregeneratedKeys {
  readonly generate: PairGenerator;

  constructor({ options }: ServerContext) {
    this.generate = pregenerateServiceAccountKeys(options.dataDir);
  }
}

/** The data directory's key pair for service account tokens. An injection token. */
export class ServiceAccountKeys {
  private constructor(
    readonly publicKeyPem: string,
    readonly privateKeyPem: string,
  ) {}

  /** Only the first start creates a pair, which is slow: the store is loaded meanwhile. */
  static async ensure(
    context: ServerContext,
    { records }: OpenStores,
    { generate }: PregeneratedKeys,
  ): Promise<ServiceAccountKeys> {
    const ensured = () => ensureServiceAccountKeys(context.options.dataDir, records, generate);
    const { publicKeyPem, privateKeyPem } = await context.startStep(ensured);
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
