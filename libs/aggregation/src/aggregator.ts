import type { ResourceDefinition, UserInfo } from '@orch/api';
import type { Clock } from '@orch/apimachinery';
import type { RemoteGroupVersion } from '@orch/discovery';
import type { RequestHandler } from '@orch/http';
import type { Dial, ServiceRoutes } from '@orch/proxy';
import { LoopbackClient, type Entry, type Registry } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import { AvailabilityKeeper } from './availability/availability-keeper.js';
import { AvailabilityMetrics } from './availability/availability-metrics.js';
import { checkAvailability } from './availability/check-availability.js';
import { RemoteDocuments } from './documents/remote-documents.js';
import { LocalApiServices } from './local/local-api-services.js';
import { proxyToServices, type ProxyToServicesParts } from './proxying/proxy-to-services.js';
import { userHeaders } from './proxying/user-headers.js';
import { RemoteServices } from './services/remote-services.js';
import type { ClientCertificate, ServiceRouting } from './services/remote-target.js';

/** Dependencies of aggregation. */
export interface AggregatorParts {
  readonly registry: Registry;
  readonly vocabulary: Vocabulary;
  /** Served built-in kinds. */
  readonly builtin: readonly ResourceDefinition[];
  /** Custom kinds that are served now. */
  readonly custom: () => readonly ResourceDefinition[];
  readonly dial: Dial;
  readonly clock: Clock;
  /** Identifies this server to extension API servers. Undefined: they see the user of no request. */
  readonly certificate: ClientCertificate | undefined;
  readonly routes: ServiceRoutes;
  /** Whether the uid of the user is sent. */
  readonly sendsUid: boolean;
  /** Whether a header, by its name in lower case, carries an identity for this server. */
  readonly isCredential: (name: string) => boolean;
  readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  /** Aborted when the server closes. */
  readonly ended: AbortSignal;
}

/** The API servers behind this one. */
export class Aggregator {
  readonly metrics = new AvailabilityMetrics();
  private readonly services: RemoteServices;
  private readonly documents: RemoteDocuments;
  private readonly keeper: AvailabilityKeeper;
  private readonly routing: ServiceRouting;
  private readonly client: LoopbackClient;
  private readonly user: UserInfo;
  private readonly resource: string;

  constructor(private readonly parts: AggregatorParts) {
    const { registry, vocabulary, clock, warn, ended } = parts;
    const { routes, certificate } = parts;
    this.client = new LoopbackClient(registry);
    this.user = { username: vocabulary.systemNames.aggregator, groups: ['system:masters'] };
    this.resource = `apiservices.${vocabulary.groups.apiregistration}`;
    this.services = new RemoteServices(vocabulary);
    this.routing = { ...routes, certificate };
    const ownHeaders = userHeaders(this.user, false);
    const reading = { ...parts, services: this.services, routing: this.routing, ownHeaders };
    const documents = new RemoteDocuments(reading);
    this.documents = documents;
    this.keeper = new AvailabilityKeeper({
      services: this.services,
      client: this.client,
      resource: this.resource,
      check: (remote) => checkAvailability(remote, reading),
      checked: (name, remote, passed) => documents.refresh(name, remote, passed),
      metrics: this.metrics,
      clock,
      warn,
      ended,
    });
    this.services.follow(registry);
  }

  /** What other API servers serve, for discovery. A new array when it changes. */
  get remote(): readonly RemoteGroupVersion[] {
    return this.documents.list;
  }

  /** Answers the requests of other API servers by them; `next` answers all others. */
  handler(next: RequestHandler, authorizeWhole: ProxyToServicesParts['authorizeWhole']): RequestHandler {
    const { services, routing } = this;
    const reader = { username: this.parts.vocabulary.systemNames.aggregator, groups: [] };
    return proxyToServices(next, { ...this.parts, services, routing, reader, authorizeWhole });
  }

  /**
   * Keeps APIServices from now on: those of this server, and the availability of other API servers, which is checked when their
   * APIServices, services and endpoints change.
   */
  keepApiServices(): void {
    new LocalApiServices({ ...this.parts, client: this.client }).keep();
    const { registry, vocabulary } = this.parts;
    const apiServices = { group: vocabulary.groups.apiregistration, resource: 'apiservices' };
    registry.changesOf(apiServices).subscribe(({ type, entry, previous }) => {
      const isOfStatus = type !== 'DELETED' && previous !== undefined && specOf(entry) === specOf(previous);
      if (!isOfStatus) this.keeper.look(entry.name);
    });
    for (const resource of ['services', 'endpoints']) {
      registry.changesOf({ group: '', resource }).subscribe(({ entry }) => {
        if (!this.services.isEmpty) this.lookAt(entry);
      });
    }
    for (const { name } of registry.entriesOf(apiServices)) this.keeper.look(name);
  }

  private lookAt(entry: Entry): void {
    for (const { name, service } of this.services.all) {
      if (entry.isNamed(service.namespace, service.name)) this.keeper.look(name);
    }
  }
}

const specOf = (entry: Entry): string => JSON.stringify(entry.parse()['spec']);
