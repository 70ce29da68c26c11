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

/** Serving certificates and trusted CAs of one server, reloaded when their files change. An injection token. */
export class ServerCertificates {
  readonly contexts: TlsContexts;
  /** CAs of client certificates. */
  readonly trusted: TrustedAuthorities;

  private constructor(
    private readonly context: ServerContext,
    /** CA of the data directory: it signs the administrator's certificate. */
    readonly authority: CertificateAndKey,
    /** The newest valid certificates. */
    public current: TlsMaterial,
    private readonly read: () => Promise<TlsMaterial>,
  ) {
    const { tlsMinVersion: minVersion, tlsCipherSuites: cipherSuites } = context.options;
    this.contexts = new TlsContexts(current, { minVersion, cipherSuites });
    this.trusted = new TrustedAuthorities(current.authorities);
  }

  /** Reads them; missing files of the data directory are created. @throws TlsMaterialError, DataDirKeysError. */
  static async open(context: ServerContext, { records }: OpenStores): Promise<ServerCertificates> {
    const { options, vocabulary, clock } = context;
    const ensured = () => ensureAuthority(options.dataDir, vocabulary.product, clock, records);
    const authority = await context.startStep(ensured);
    const serviceAddresses = parseClusterIpRanges(options.serviceClusterIpRanges).map(firstServiceAddress);
    const read = () => readTlsMaterial({ ...options, serviceAddresses }, authority, vocabulary, clock);
    return new ServerCertificates(context, authority, await context.startStep(read), read);
  }

  /** Updates `server` when the files change. @param changed called after each change. @returns ends it. */
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
