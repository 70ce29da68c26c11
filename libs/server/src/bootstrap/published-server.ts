import { Injectable } from '@nestjs/common';
import { firstServiceAddress, parseClusterIpRanges } from '@orch/admission';
import { unlessDamaged } from '@orch/registry';
import { advertisedAddress } from '@orch/tls';
import { ServerCertificates } from '../certificates/server-certificates.js';
import { ServerContext } from '../context/server-context.js';
import { keepOwnEndpoints, type OwnEndpoints } from '../server-leases/keep-own-endpoints.js';
import { addressText } from '../server-leases/server-address.js';
import { OpenStores } from '../stores/open-stores.js';
import { administrator, controllerOwner, writeClientCredentials } from './client-credentials.js';
import { OwnFrontProxy } from '../certificates/own-front-proxy.js';
import { ensureAuthenticationSettings, OWN_PROXY } from './authentication-settings.js';
import { BootstrapObjects } from './bootstrap-objects.js';
import { ensureClusterInfo } from './cluster-objects.js';
import { externalUrl } from './server-url.js';

/**
 * Publishes the address of this server: in `cluster-info`, the settings for extension API servers, the endpoints of its
 * Service, and the client configurations that it writes.
 */
@Injectable()
export class PublishedServer {
  private endpoints: OwnEndpoints | undefined;

  constructor(
    private readonly context: ServerContext,
    private readonly stores: OpenStores,
    private readonly certificates: ServerCertificates,
    private readonly objects: BootstrapObjects,
    private readonly frontProxy: OwnFrontProxy,
  ) {}

  /** Publishes address and CAs. @throws ApiError. */
  async publish(): Promise<void> {
    const { options, vocabulary } = this.context;
    const { authorities, trustPem: certificateAuthorityPem } = this.certificates.current;
    const { client } = this.objects;
    const own = this.frontProxy.current?.authorityPem;
    const proxies = own === undefined ? authorities.proxies : [own];
    const proxy = own === undefined ? options.requestHeader : OWN_PROXY;
    await Promise.all([
      unlessDamaged(() => ensureClusterInfo(client, vocabulary, { url: this.url(), certificateAuthorityPem })),
      unlessDamaged(() => ensureAuthenticationSettings(client, vocabulary, { ...authorities, proxies }, proxy)),
    ]);
  }

  /** Registers this server in the endpoints of the servers' Service, and keeps it there. @throws ApiError. */
  async join(): Promise<void> {
    const { options, vocabulary, clock, log } = this.context;
    const [clusterIp] = parseClusterIpRanges(options.serviceClusterIpRanges).map(firstServiceAddress);
    const parts = { writes: this.objects.client, vocabulary, clock, log };
    this.endpoints = await keepOwnEndpoints(this.stores.main, parts, clusterIp!, this.address());
  }

  /** All of it again, after the store came back with other contents. @throws ApiError. */
  async restore(): Promise<void> {
    await this.publish();
    await this.endpoints?.keep();
  }

  /** Removes this server from the endpoints. Never rejects. */
  async leave(): Promise<void> {
    await this.endpoints?.leave();
  }

  /** Writes the client configurations of the administrator and of controllers. @returns the path of the administrator's. */
  async writeClientCredentials(): Promise<string> {
    const { options, vocabulary, clock, url } = this.context;
    const { dataDir, controllerCredentials } = options;
    const { authority: ca, current } = this.certificates;
    const admin = administrator(dataDir, vocabulary);
    const owners = [admin, ...controllerCredentials.map((name) => controllerOwner(dataDir, name, vocabulary))];
    const trust = { ca, trustPem: current.trustPem };
    await Promise.all(owners.map((owner) => writeClientCredentials(owner, url, trust, vocabulary, clock)));
    return admin.path;
  }

  /** With several servers, clients are on other machines. */
  private url(): string {
    const address = this.address();
    const external = externalUrl(this.context.options.externalHostname, address.port);
    return external ?? (this.stores.records ? `https://${addressText(address)}` : this.context.url);
  }

  private address() {
    const { options, port } = this.context;
    return { ip: advertisedAddress(options), port };
  }
}
