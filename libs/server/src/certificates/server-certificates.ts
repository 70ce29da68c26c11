import type { Server } from 'node:http';
import { firstServiceAddress, parseClusterIpRanges } from '@orch/admission';
import type { CertificateAndKey } from '@orch/pki';
import {
  ensureAuthority,
  followMaterial,
  followedFiles,
  readTlsMaterial,
  TrustedAuthorities,
  type TlsMaterial,
} from '@orch/tls';
import type { ServerContext } from '../context/server-context.js';
import { TlsContexts } from './tls-contexts.js';
import type { OpenStores } from '../stores/open-stores.js';

/** Serving certificates and trusted authorities of one server, followed in their files. An injection token. */
export class ServerCertificates {
  readonly contexts: TlsContexts;
  /** Of client certificates. */
  readonly trusted: TrustedAuthorities;

  private constructor(
    private readonly context: ServerContext,
    /** Of the data directory: it signs the administrator's certificate. */
    readonly authority: CertificateAndKey,
    /** The newest certificates that could be used. */
    public current: TlsMaterial,
    private readonly read: () => Promise<TlsMaterial>,
  ) {
    const { tlsMinVersion: minVersion, tlsCipherSuites: cipherSuites } = context.options;
    this.contexts = new TlsContexts(current, { minVersion, cipherSuites });
    this.trusted = new TrustedAuthorities(current.authorities);
  }

  /** Reads them; what is missing in the data directory is made. @throws TlsMaterialError, DataDirKeysError. */
  static async open(context: ServerContext, { records }: OpenStores): Promise<ServerCertificates> {
    const { options, vocabulary, clock } = context;
    const authority = await ensureAuthority(options.dataDir, vocabulary.product, clock, records);
    const serviceAddresses = parseClusterIpRanges(options.serviceClusterIpRanges).map(firstServiceAddress);
    const read = () => readTlsMaterial({ ...options, serviceAddresses }, authority, vocabulary, clock);
    return new ServerCertificates(context, authority, await read(), read);
  }

  /** Lets `server` use what the files change to. @param changed called after each change. @returns ends it. */
  follow(server: Server, changed: (material: TlsMaterial) => void): () => void {
    const { options, log } = this.context;
    return followMaterial(followedFiles(options), this.current, this.read, log, (next) => {
      this.contexts.replace(server, next);
      this.trusted.replace(next.authorities);
      this.current = next;
      changed(next);
    });
  }
}
