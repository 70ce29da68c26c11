import { randomUUID } from 'node:crypto';
import { type DynamicModule, Module } from '@nestjs/common';
import { builtinKinds, compileKinds, type ReleaseGates, type ResourceDefinition } from '@orch/api';
import type { Clock } from '@orch/apimachinery';
import type { EventLoopWatchdog, Logger } from '@orch/process';
import { Registry, LoopbackClient } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import {
  admissionChain,
  pluginFlags,
  restrictsNodes,
  measuredAdmission,
  measuredPlugin,
  admissionPlugins,
  noEscalation,
  AdmissionMetrics,
  serviceAllocation,
  followServices,
  serviceAllocator,
} from '@orch/admission';
import { type AuditTrail, configuredAudit } from '@orch/audit';
import {
  apiAudiencesOf,
  type Authenticator,
  configuredAuthenticators,
  serviceAccountTokens,
  type ServiceAccountTokens,
  type TokenKeys,
} from '@orch/authentication';
import { type Authorizer, Drain, dispatcher } from '@orch/http';
import {
  configuredAuthorizer,
  NodeObjects,
  followRoles,
  Rights,
  visibilities,
  decidingResources,
} from '@orch/authorization';
import type { StartState } from './health/start-state.js';
import { Discovery, versionInfo, OpenApiDocuments, openApiHandler } from '@orch/discovery';
import { filterChain } from './filters/filter-chain.js';
import { requestLimits } from '@orch/flow-control';
import { healthEndpoints } from './health/health-endpoints.js';
import { storageCheck } from './health/storage-check.js';
import { REQUEST_PIPELINE } from './http/nest-listener.js';
import { jwksUri, openIdHandlers } from './http/openid-handlers.js';
import { pathHandlers } from './http/path-handlers.js';
import { requestPipeline, type RequestPipeline } from './http/request-pipeline.js';
import { metricsPage } from './metrics/metrics-page.js';
import { RequestMetrics } from './metrics/request-metrics.js';
import type { ApiServerOptions } from './options/api-server-options.js';
import { isTurnedOn, parseRuntimeConfig } from './options/runtime-config.js';
import { credentialHeaders, type Dial } from '@orch/proxy';
import { LargeObjects } from './large-objects/large-objects.js';
import { YamlDecoder } from './body/yaml-decoder.js';
import { createResourceHandler } from './resource/resource-handler.js';
import type { OpenStores } from './stores/open-stores.js';
import { logRebuilds } from './stores/log-rebuilds.js';
import { storesByResource } from './stores/stores-by-resource.js';
import type { TrustedAuthorities } from '@orch/tls';

/** The AuditTrail; undefined where nothing is recorded. */
export const AUDIT = Symbol('Audit');
const AUTHENTICATORS = Symbol('Authenticators');
const AUTHORIZER = Symbol('Authorizer');
const DEFINITIONS = Symbol('Definitions');
const TOKENS = Symbol('ServiceAccountTokens');

/** What is open before the module is wired, and outlives it. */
export interface ServerParts {
  readonly options: ApiServerOptions;
  readonly features: ReleaseGates;
  readonly vocabulary: Vocabulary;
  /** Of client certificates. */
  readonly authorities: TrustedAuthorities;
  /** Of service account tokens; a first start makes them beside everything else. */
  readonly tokenKeys: Promise<TokenKeys>;
  readonly stores: OpenStores;
  readonly clock: Clock;
  readonly log: Logger;
  /** How proxied requests reach pods. */
  readonly dial: Dial;
  readonly state: StartState;
  readonly watchdog: EventLoopWatchdog | undefined;
  /** Fires when the last request was answered and parts close. */
  readonly ended: AbortSignal;
  /** URL of the server; known once it listens. */
  readonly url: () => string;
  /** The store can no longer be followed: the process must end. */
  readonly onStorageFailure: (error: unknown) => void;
  /** A store came back other than it was: what the server keeps there may be gone. */
  readonly onRebuilt: () => void;
}

/** The composition root of the API server: every part is made here, from here down by plain `new` and calls. */
@Module({})
export class ApiServerModule {
  static wire(parts: ServerParts): DynamicModule {
    const { options, features, vocabulary, authorities, stores, clock, log, state } = parts;
    const rights = new Rights();
    const nodeObjects = new NodeObjects();
    const admissionMetrics = new AdmissionMetrics();
    const flags = pluginFlags(options);
    const largeObjects = new LargeObjects({
      settings: { vocabulary: vocabulary.name, emulatedMinor: options.emulatedMinor, features: features.names },
      clock,
    });
    parts.ended.addEventListener('abort', () => void largeObjects.close(), { once: true });
    const apiAudiences = apiAudiencesOf(options.serviceAccount, vocabulary);
    return {
      module: ApiServerModule,
      providers: [
        { provide: Drain, useFactory: () => new Drain() },
        {
          provide: AUTHORIZER,
          useFactory: () =>
            configuredAuthorizer({
              options: options.authorization,
              vocabulary,
              rights,
              nodeObjects,
              clock,
              log,
              ended: parts.ended,
            }),
        },
        { provide: DEFINITIONS, useFactory: () => compileKinds(builtinKinds, vocabulary, options.emulatedMinor) },
        {
          provide: Registry,
          inject: [DEFINITIONS, AUTHORIZER],
          useFactory: async (definitions: readonly ResourceDefinition[], authorizer: Authorizer) => {
            const services = serviceAllocator(options, stores.main, clock);
            const registry = await Registry.start({
              storage: stores.main,
              overrides: storesByResource(stores.all, definitions),
              deciding: decidingResources(vocabulary),
              definitions,
              features,
              largeChanges: largeObjects.writes,
              clock,
              historyWindowMs: options.watchHistoryMs,
              watchCacheBytes: options.watchCacheBytes,
              onStorageFailure: parts.onStorageFailure,
              onRebuild: logRebuilds(stores.all, log, parts.onRebuilt),
              onDamaged: (object, damage) =>
                log.error('stored object damaged: delete it and create it again, or restore a backup', {
                  ...object,
                  revision: damage.revision,
                  error: damage.message,
                }),
              admission: (reader) => {
                const own = new LoopbackClient(reader);
                const plugins = admissionPlugins(flags, { vocabulary, reader, own, authorizer, clock, features });
                const chain = admissionChain([
                  ...plugins.map((plugin) => measuredPlugin(plugin, admissionMetrics)),
                  noEscalation(authorizer, rights, vocabulary),
                  serviceAllocation(services),
                ]);
                return measuredAdmission(chain, admissionMetrics);
              },
            });
            followServices(registry, services);
            followRoles(registry, rights, vocabulary.groups.rbac);
            nodeObjects.attach(registry);
            return registry;
          },
        },
        {
          provide: TOKENS,
          useFactory: async () =>
            serviceAccountTokens(options.serviceAccount, await parts.tokenKeys, {
              vocabulary,
              clock,
              newId: randomUUID,
            }),
        },
        {
          provide: AUTHENTICATORS,
          inject: [Registry, TOKENS],
          useFactory: (reader: Registry, tokens: ServiceAccountTokens) =>
            configuredAuthenticators(options, {
              reader,
              vocabulary,
              features,
              authorities,
              clock,
              apiAudiences,
              tokenKeys: tokens.keys,
              log,
              ended: parts.ended,
            }),
        },
        {
          provide: RequestMetrics,
          inject: [Registry],
          useFactory: (registry: Registry) =>
            new RequestMetrics((info) => registry.resource(info.group, info.version, info.resource)?.definition),
        },
        {
          provide: AUDIT,
          inject: [Registry],
          useFactory: (registry: Registry) =>
            configuredAudit(options.audit, {
              vocabulary,
              clock,
              log,
              definitionOf: (info) => registry.resource(info.group, info.version, info.resource)?.definition,
            }),
        },
        {
          provide: REQUEST_PIPELINE,
          inject: [Registry, DEFINITIONS, AUTHENTICATORS, TOKENS, AUTHORIZER, RequestMetrics, Drain, AUDIT],
          useFactory: (
            registry: Registry,
            definitions: readonly ResourceDefinition[],
            authenticators: readonly Authenticator[],
            tokens: ServiceAccountTokens,
            authorizer: Authorizer,
            metrics: RequestMetrics,
            drain: Drain,
            auditTrail: AuditTrail | undefined,
          ): RequestPipeline => {
            const settings = parseRuntimeConfig(options.runtimeConfig, vocabulary);
            const served = definitions.filter((definition) => isTurnedOn(settings, definition));
            const limits = requestLimits(options, registry, vocabulary, metrics);
            const paths = pathHandlers({
              log,
              version: versionInfo(options.emulatedMinor, vocabulary.product),
              discovery: new Discovery(
                () => served,
                () => new URL(parts.url()).host,
              ),
              aggregatedDiscovery: features.enabled('AggregatedDiscoveryEndpoint'),
              protobuf: vocabulary.mediaTypes.protobuf,
              openApi: openApiHandler(new OpenApiDocuments(() => served, vocabulary, `v1.${options.emulatedMinor}.0`)),
              openId: openIdHandlers(tokens, () => jwksUri(options, parts.url())),
              health: healthEndpoints(state, stores.all, clock, registry),
              metrics: metricsPage(metrics, {
                product: vocabulary.product,
                features,
                flows: limits.flows,
                audit: auditTrail?.deliveries ?? [],
                stores: stores.all,
                damagedObjects: () => registry.damagedObjects(),
                watchdog: parts.watchdog,
                admission: admissionMetrics,
              }),
            });
            const filters = filterChain({
              log,
              drain,
              observer: metrics,
              requestTimeoutMs: options.requestTimeoutMs,
              auditSink: auditTrail,
              freshness: registry.isShared ? registry : undefined,
              authenticators,
              authorizer,
              vocabulary,
              limits: limits.filter,
            });
            const resources = createResourceHandler({
              registry,
              largeObjects,
              hidden: new Set(definitions.filter((definition) => !served.includes(definition))),
              watch: {
                minRequestTimeoutMs: options.minRequestTimeoutMs,
                initialEvents: features.enabled('WatchList'),
                random: Math.random,
              },
              chunkedLists: features.enabled('APIListChunking'),
              authorizer,
              visibilities: visibilities({
                authorizer,
                changes: rights.changes,
                modes: options.authorization.modes,
                clock,
              }),
              proxy: { dial: parts.dial, random: Math.random, isCredential: credentialHeaders(options.requestHeader) },
              virtual: {
                authenticators,
                apiAudiences,
                tokens,
                restrictsNodes: restrictsNodes(flags),
                components: [storageCheck(stores.all, clock)],
                clock,
                log,
              },
            });
            const yamlDecoder = new YamlDecoder({ clock });
            parts.ended.addEventListener('abort', () => void yamlDecoder.close(), { once: true });
            return requestPipeline(filters, dispatcher(resources, paths), {
              maxRequestBodyBytes: options.maxRequestBodyBytes,
              log,
              yamlDecoder,
              watchdog: parts.watchdog,
            });
          },
        },
      ],
    };
  }
}
