import { ensureFrontProxy, readFrontProxy, type FrontProxy } from '@orch/tls';
import type { ServerContext } from '../context/server-context.js';
import type { OpenStores } from '../stores/open-stores.js';

/** How this server identifies itself to extension API servers. An injection token. */
export class OwnFrontProxy {
  private constructor(
    /** Undefined: an operator who configured another front proxy gave no certificate of it. */
    readonly current: FrontProxy | undefined,
  ) {}

  /** @throws TlsMaterialError; errors of the file system. */
  static async open(context: ServerContext, { records }: OpenStores): Promise<OwnFrontProxy> {
    const { options, vocabulary, clock } = context;
    const { proxyClientCertFile: cert, proxyClientKeyFile: key, requestHeader, dataDir } = options;
    if (cert !== undefined && key !== undefined) return new OwnFrontProxy(await readFrontProxy(cert, key));
    if (requestHeader) return new OwnFrontProxy(undefined);
    return new OwnFrontProxy(
      await context.startStep(() => ensureFrontProxy(dataDir, vocabulary.product, clock, records)),
    );
  }
}
