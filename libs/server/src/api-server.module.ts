import { Module, type DynamicModule, type FactoryProvider } from '@nestjs/common';
import { Aggregator } from '@orch/aggregation';
import { AdmissionModule, ConfiguredAdmission, pluginFlags } from '@orch/admission';
import { AuditModule } from '@orch/audit';
import { AuthenticationModule, SessionTokens, TokenKeys } from '@orch/authentication';
import { AuthorizationModule, decidingResources, followRoles, NodeObjects, RbacIndex } from '@orch/authorization';
import { DiscoveryModule } from '@orch/discovery';
import { CustomResources } from '@orch/extensions';
import { FlowControlModule } from '@orch/flow-control';
import { Authorizer, type RequestInfo } from '@orch/http';
import { credentialHeaders, resolveService } from '@orch/proxy';
import { LoopbackClient, Registry, RegistryModule } from '@orch/registry';
import { HookClient, WebhookService } from '@orch/webhook';
import { ApiServer } from './api-server.js';
import { BootstrapObjects } from './bootstrap/bootstrap-objects.js';
import { BootstrapRestorer } from './bootstrap/bootstrap-restorer.js';
import { PublishedServer } from './bootstrap/published-server.js';
import { OwnFrontProxy } from './certificates/own-front-proxy.js';
import { ServerCertificates } from './certificates/server-certificates.js';
import { PregeneratedKeys, ServiceAccountKeys, tokenKeysOf } from './certificates/service-account-keys.js';
import { Contributions } from './context/contributions.js';
import { ServedKinds } from './context/served-kinds.js';
import { serviceRoutes } from './context/service-routes.js';
import { type ApiServerDependencies, ServerContext } from './context/server-context.js';
import { type ContributedProviders, ServerContextModule } from './server-context.module.js';
import { LargeObjects } from './large-objects/large-objects.js';
import { RequestMetrics } from './metrics/request-metrics.js';
import type { ApiServerOptions } from './options/api-server-options.js';
import { checkPolicyTypesWhileServing } from './definitions/check-policy-types-while-serving.js';
import { keepDefinitionsWhileServing } from './definitions/keep-definitions-while-serving.js';
import { RequestsModule } from './requests.module.js';
import { logRebuilds } from './stores/log-rebuilds.js';
import { openCheckedStores } from './bootstrap/open-checked-stores.js';
import { OpenStores } from './stores/open-stores.js';
import { storesByResource } from './stores/stores-by-resource.js';

/** Stores and the keys that are read with them. */
@Module({})
class StoresModule {}

@Module({})
class RequestMetricsModule {}

@Module({})
class AggregationModule {}

/** Options of the server. */
export interface ApiServerSettings extends Partial<ApiServerOptions> {
  /** The same as `securePort`. */
  readonly port?: number;
}

/** Options, and what the embedding application adds to the server. */
export interface ApiServerModuleOptions extends ApiServerSettings, ContributedProviders {}

/** The same with options that the application computes. */
export interface ApiServerModuleAsyncOptions extends ContributedProviders {
  /** What `useFactory` gets. */
  readonly inject?: FactoryProvider['inject'];
  readonly useFactory: (...injected: never[]) => ApiServerSettings | Promise<ApiServerSettings>;
}

/**
 * An API server as a part of a Nest application: it listens from `onApplicationBootstrap` on, and `app.close()` stops it in order. Exports
 * {@link ApiServer}.
 */
@Module({})
export class ApiServerModule {
  static forRoot(options: ApiServerModuleOptions = {}, dependencies: ApiServerDependencies = {}): DynamicModule {
    return ApiServerModule.forRootAsync({ ...options, useFactory: () => settingsOf(options) }, dependencies);
  }

  static forRootAsync(
    { inject, useFactory, ...contributed }: ApiServerModuleAsyncOptions,
    dependencies: ApiServerDependencies = {},
  ): DynamicModule {
    const create = async (...injected: never[]): Promise<ServerContext> => {
      const { port, ...settings } = await useFactory(...injected);
      return ServerContext.create(port === undefined ? settings : { ...settings, securePort: port }, dependencies);
    };
    return ApiServerModule.around(create, contributed, inject);
  }

  /** @param create makes the context that all modules of the server share. */
  static around(
    create: (...injected: never[]) => Promise<ServerContext>,
    contributed: ContributedProviders = {},
    inject: FactoryProvider['inject'] = [],
  ): DynamicModule {
    const context = ServerContextModule.forRoot(create, contributed, inject);
    const stores = storesModule(context);
    const authorization = authorizationModule(context);
    const admission = admissionModule(context, stores, authorization);
    const registry = registryModule(context, stores, authorization, admission);
    const aggregation = aggregationModule(context, stores, registry);
    const metrics = metricsModule(registry);
    const audit = auditModule(context, registry);
    const requests = RequestsModule.forRoot([
      context,
      stores,
      registry,
      authorization,
      admission,
      metrics,
      authenticationModule(context, stores, registry),
      audit,
      flowControlModule(context, registry, metrics),
      discoveryModule(context, aggregation),
      aggregation,
    ]);
    return {
      module: ApiServerModule,
      imports: [context, stores, registry, requests, audit],
      providers: [BootstrapObjects, PublishedServer, ApiServer],
      exports: [ApiServer],
    };
  }
}

/** Without the fields of the embedding application, which are not options of the server. */
function settingsOf(options: ApiServerModuleOptions): ApiServerSettings {
  const { imports: _1, authenticators: _2, authorizers: _3, admissionPlugins: _4, filters: _5, ...settings } = options;
  return settings;
}

const storesModule = (context: DynamicModule): DynamicModule => ({
  module: StoresModule,
  imports: [context],
  providers: [
    { provide: OpenStores, inject: [ServerContext], useFactory: openCheckedStores },
    {
      provide: ServerCertificates,
      inject: [ServerContext, OpenStores],
      useFactory: (...given: Parameters<typeof ServerCertificates.open>) => ServerCertificates.open(...given),
    },
    {
      provide: OwnFrontProxy,
      inject: [ServerContext, OpenStores, ServerCertificates], // which creates the directory of the keys
      useFactory: (...given: Parameters<typeof OwnFrontProxy.open>) => OwnFrontProxy.open(...given),
    },
    {
      provide: PregeneratedKeys,
      inject: [ServerContext],
      useFactory: (shared: ServerContext) => new PregeneratedKeys(shared),
    },
    {
      provide: ServiceAccountKeys,
      inject: [ServerContext, OpenStores, PregeneratedKeys],
      useFactory: (...given: Parameters<typeof ServiceAccountKeys.ensure>) => ServiceAccountKeys.ensure(...given),
    },
    {
      provide: TokenKeys,
      inject: [ServerContext, OpenStores, ServerCertificates, ServiceAccountKeys],
      useFactory: tokenKeysOf,
    },
  ],
  exports: [OpenStores, OwnFrontProxy, ServerCertificates, TokenKeys],
});

const authorizationModule = (context: DynamicModule): DynamicModule =>
  AuthorizationModule.forRootAsync({
    imports: [context],
    inject: [ServerContext, Contributions],
    useFactory: (
      { options, vocabulary, features, clock, log, ended }: ServerContext,
      { authorizers }: Contributions,
    ) => ({
      options: options.authorization,
      vocabulary,
      features,
      clock,
      log,
      ended,
      additional: authorizers,
    }),
  });

const admissionModule = (context: DynamicModule, stores: DynamicModule, authorization: DynamicModule): DynamicModule =>
  AdmissionModule.forRootAsync({
    imports: [context, stores, authorization],
    inject: [ServerContext, OpenStores, Authorizer, RbacIndex, Contributions],
    useFactory: (
      { options, vocabulary, features, clock, log, ended, admission: configuration }: ServerContext,
      { main: storage }: OpenStores,
      authorizer: Authorizer,
      rbacIndex: RbacIndex,
      { admissionPlugins: additional }: Contributions,
    ) => ({
      flags: pluginFlags(options),
      allocation: options,
      tolerations: options,
      storage,
      vocabulary,
      features,
      clock,
      authorizer,
      rbacIndex,
      configuration,
      hookClient: (registry: Registry, credentialsOf) => {
        const routes = serviceRoutes(registry, options);
        return new HookClient({
          resolveService: (namespace, name, port) => resolveService(routes, namespace, name, port),
          userAgent: `${vocabulary.apiServerLease.component}-admission`,
          clock,
          credentialsOf,
          htmlAnswers: vocabulary.answers.htmlReviews,
          ended,
        });
      },
      imageService: ({ service, firstRetryMs }) =>
        new WebhookService({
          configuration: service,
          userAgent: `${vocabulary.apiServerLease.component}-admission`,
          clock,
          random: Math.random,
          log,
          ended,
          firstRetryMs,
        }),
      ignoredWebhookFailure: (webhook: string, error: Error, unlogged: number) =>
        log.warn('an admission webhook failed, and its failure is ignored', {
          webhook,
          error: error.message,
          ...(unlogged > 0 && { unlogged }),
        }),
      additional,
    }),
  });

const registryModule = (...[context, stores, authorization, admission]: DynamicModule[]): DynamicModule =>
  RegistryModule.forRootAsync({
    imports: [context!, stores!, authorization!, admission!],
    inject: [ServerContext, ServedKinds, OpenStores, LargeObjects, BootstrapRestorer, ConfiguredAdmission, RbacIndex, NodeObjects, CustomResources], // prettier-ignore
    useFactory: (
      server: ServerContext,
      { all: definitions }: ServedKinds,
      stores: OpenStores,
      largeObjects: LargeObjects,
      restorer: BootstrapRestorer,
      admission: ConfiguredAdmission,
      rbacIndex: RbacIndex,
      nodeObjects: NodeObjects,
      customResources: CustomResources,
    ) => ({
      storage: stores.main,
      overrides: storesByResource(stores.all, definitions),
      deciding: decidingResources(server.vocabulary),
      definitions,
      features: server.features,
      largeChanges: largeObjects.writes,
      largeConversion: largeObjects.conversions,
      clock: server.clock,
      historyWindowMs: server.options.watchHistoryMs,
      watchCacheBytes: server.options.watchCacheBytes,
      onStorageFailure: server.fail,
      onRebuild: logRebuilds(stores.all, server.log, () => restorer.request()),
      onDamaged: (object, damage) =>
        server.log.error('stored object damaged: delete it and create it again, or restore a backup', {
          ...object,
          revision: damage.revision,
          error: damage.message,
        }),
      admission: (registry) => admission.admissionOf(registry),
      followers: [
        (registry) => admission.follow(registry),
        (registry) => followRoles(registry, rbacIndex, server.vocabulary.groups.rbac),
        (registry) => nodeObjects.attach(registry, server.vocabulary),
        (registry) => customResources.follow(registry),
        (registry) => keepDefinitionsWhileServing(registry, server),
        (registry) => checkPolicyTypesWhileServing(registry, server),
      ],
    }),
  });

const authenticationModule = (context: DynamicModule, stores: DynamicModule, registry: DynamicModule): DynamicModule =>
  AuthenticationModule.forRootAsync({
    imports: [context, stores, registry],
    inject: [ServerContext, Registry, ServerCertificates, TokenKeys, SessionTokens, Contributions],
    useFactory: (
      { options, vocabulary, features, clock, log, ended }: ServerContext,
      reader: Registry,
      { trusted: authorities }: ServerCertificates,
      tokenKeys: TokenKeys,
      sessions: SessionTokens,
      { authenticators: additional }: Contributions,
    ) => ({
      ...{ options, reader, vocabulary, features, authorities, clock, log, ended, tokenKeys, sessions, additional },
      writes: new LoopbackClient(reader),
    }),
  });

const metricsModule = (registry: DynamicModule): DynamicModule => ({
  module: RequestMetricsModule,
  imports: [registry],
  providers: [
    {
      provide: RequestMetrics,
      inject: [Registry],
      useFactory: (registry: Registry) => new RequestMetrics(definitionsOf(registry)),
    },
  ],
  exports: [RequestMetrics],
});

const auditModule = (context: DynamicModule, registry: DynamicModule): DynamicModule =>
  AuditModule.forRootAsync({
    imports: [context, registry],
    inject: [ServerContext, Registry],
    useFactory: ({ options, vocabulary, clock, log }: ServerContext, registry: Registry) => ({
      options: options.audit,
      vocabulary,
      clock,
      log,
      definitionOf: definitionsOf(registry),
    }),
  });

const flowControlModule = (context: DynamicModule, registry: DynamicModule, metrics: DynamicModule): DynamicModule =>
  FlowControlModule.forRootAsync({
    imports: [context, registry, metrics],
    inject: [ServerContext, Registry, RequestMetrics],
    useFactory: ({ options, vocabulary }: ServerContext, registry: Registry, counts: RequestMetrics) => ({
      options,
      registry,
      vocabulary,
      counts,
    }),
  });

const aggregationModule = (...imports: DynamicModule[]): DynamicModule => ({
  module: AggregationModule,
  imports,
  providers: [{ provide: Aggregator, inject: [ServerContext, Registry, OwnFrontProxy, ServedKinds, CustomResources], useFactory: aggregatorOf }], // prettier-ignore
  exports: [Aggregator],
});

function aggregatorOf(
  server: ServerContext,
  registry: Registry,
  { current }: OwnFrontProxy,
  { builtin }: ServedKinds,
  custom: CustomResources,
): Aggregator {
  const { options, vocabulary, features, clock, log, dial, ended } = server;
  const aggregator = new Aggregator({
    registry,
    vocabulary,
    builtin,
    custom: () => custom.served,
    dial,
    clock,
    routes: serviceRoutes(registry, options),
    certificate: current && { cert: current.certificate.certificatePem, key: current.certificate.privateKeyPem },
    sendsUid: features.enabled('RemoteRequestHeaderUID'),
    isCredential: credentialHeaders(options.requestHeader),
    warn: (message, fields) => log.warn(message, fields),
    ended,
  });
  server.onServing(() => aggregator.keepApiServices());
  return aggregator;
}

const discoveryModule = (context: DynamicModule, aggregation: DynamicModule): DynamicModule =>
  DiscoveryModule.forRootAsync({
    imports: [context, aggregation],
    inject: [ServerContext, ServedKinds, Aggregator],
    useFactory: (server: ServerContext, kinds: ServedKinds, aggregator: Aggregator) => ({
      served: () => kinds.served,
      remote: () => aggregator.remote,
      vocabulary: server.vocabulary,
      emulatedMinor: server.options.emulatedMinor,
      host: () => new URL(server.url).host,
    }),
  });

/** The definition of the resource that a request names. */
const definitionsOf = (registry: Registry) => (info: RequestInfo) =>
  registry.resource(info.group, info.version, info.resource)?.definition;
