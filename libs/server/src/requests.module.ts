import { Module, type DynamicModule, type ModuleMetadata, type Type } from '@nestjs/common';
import { AdmissionMetrics } from '@orch/admission';
import { AuditTrail } from '@orch/audit';
import { DecisionMetrics } from '@orch/authorization';
import { Aggregator } from '@orch/aggregation';
import { AuthenticationMetrics, ServiceAccountTokens } from '@orch/authentication';
import {
  Discovery,
  DiscoveryController,
  DiscoveryForms,
  OpenApiController,
  OpenApiDocuments,
  versionInfo,
} from '@orch/discovery';
import { RequestLimits } from '@orch/flow-control';
import { Drain } from '@orch/http';
import { Logger } from '@orch/process';
import { CustomResources } from '@orch/extensions';
import { Registry } from '@orch/registry';
import { RequestTracing } from './tracing/request-tracing.js';
import { YamlDecoder } from './body/yaml-decoder.js';
import { ServerContext } from './context/server-context.js';
import { DashboardRequests } from './dashboard/dashboard-requests.js';
import { Endpoints } from './endpoints/endpoints.js';
import { HealthController } from './endpoints/health.controller.js';
import { MetricsController } from './endpoints/metrics.controller.js';
import { OpenIdController } from './endpoints/openid.controller.js';
import { RootController } from './endpoints/root.controller.js';
import { VERSION_INFO, VersionController } from './endpoints/version.controller.js';
import { FilterChain } from './filters/filter-chain.js';
import { HealthEndpoints } from './health/health-checks.js';
import { HealthMetrics } from './health/health-metrics.js';
import { healthEndpoints } from './health/health-endpoints.js';
import { HttpsListener } from './http/https-listener.js';
import { RequestPipeline } from './http/request-pipeline.js';
import { MetricsPage, metricsPage } from './metrics/metrics-page.js';
import { RequestMetrics } from './metrics/request-metrics.js';
import { ResourceRequests } from './resource/resource-requests.js';
import { OpenStores } from './stores/open-stores.js';

const CONTROLLERS: Type[] = [
  DiscoveryController,
  HealthController,
  MetricsController,
  OpenApiController,
  OpenIdController,
  RootController,
  VersionController,
];

/** From the port to the handlers. Exports {@link HttpsListener}, {@link Drain} and {@link Endpoints}. */
@Module({})
export class RequestsModule {
  static forRoot(imports: ModuleMetadata['imports']): DynamicModule {
    return {
      module: RequestsModule,
      imports: imports ?? [],
      providers: [
        { provide: Drain, useFactory: () => new Drain() },
        {
          provide: HealthEndpoints,
          inject: [ServerContext, OpenStores, Registry],
          useFactory: ({ state, clock }: ServerContext, { all }: OpenStores, registry: Registry) =>
            healthEndpoints(state, all, clock, registry),
        },
        {
          provide: MetricsPage,
          inject: [ServerContext, OpenStores, Registry, RequestMetrics, RequestLimits, AdmissionMetrics, AuditTrail, CustomResources, DecisionMetrics, AuthenticationMetrics, Aggregator], // prettier-ignore
          useFactory: pageOf,
        },
        {
          provide: Endpoints,
          inject: [ServerContext, ServiceAccountTokens, Discovery, OpenApiDocuments, HealthEndpoints, MetricsPage],
          useFactory: endpointsOf,
        },
        { provide: YamlDecoder, inject: [ServerContext], useFactory: yamlDecoderOf },
        { provide: RequestTracing, inject: [ServerContext], useFactory: tracingOf },
        ResourceRequests,
        DashboardRequests,
        FilterChain,
        RequestPipeline,
        HttpsListener,
      ],
      exports: [HttpsListener, Drain, Endpoints],
    };
  }
}

async function tracingOf(context: ServerContext): Promise<RequestTracing> {
  const requests = await RequestTracing.open(context);
  context.onClose(async () => requests.tracing?.close());
  return requests;
}

function pageOf(
  context: ServerContext,
  { all: stores }: OpenStores,
  registry: Registry,
  metrics: RequestMetrics,
  { flows }: RequestLimits,
  admission: AdmissionMetrics,
  trail: AuditTrail | undefined,
  { metrics: conversions }: CustomResources,
  decisions: DecisionMetrics,
  authentication: AuthenticationMetrics,
  aggregator: Aggregator,
): MetricsPage {
  const { vocabulary, features, watchdog, options, log } = context;
  const page = metricsPage(metrics, {
    product: vocabulary.product,
    features,
    flows,
    audit: trail,
    stores,
    damagedObjects: () => registry.damagedObjects(),
    watchdog,
    admission,
    others: [conversions, decisions, authentication, aggregator.metrics],
    objectCounts: () => registry.objectCounts(),
    watchCounts: () => registry.watchCounts(),
    build: versionInfo(options.emulatedMinor, vocabulary.product),
    emulatedMinor: options.emulatedMinor,
    showHidden: options.showHiddenMetrics,
  });
  context.onServing(() => {
    for (const metric of page.deprecated) log.warn('deprecated metric', metric);
  });
  return page;
}

function endpointsOf(
  context: ServerContext,
  tokens: ServiceAccountTokens,
  discovery: Discovery,
  documents: OpenApiDocuments,
  health: HealthEndpoints,
  metrics: MetricsPage,
): Promise<Endpoints> {
  const { options, vocabulary, features, log } = context;
  const forms = new DiscoveryForms(vocabulary, features.enabled('AggregatedDiscoveryEndpoint'));
  const providers = [
    { provide: ServerContext, useValue: context },
    { provide: Logger, useValue: log },
    { provide: ServiceAccountTokens, useValue: tokens },
    { provide: Discovery, useValue: discovery },
    { provide: DiscoveryForms, useValue: forms },
    { provide: OpenApiDocuments, useValue: documents },
    { provide: HealthEndpoints, useValue: health },
    { provide: MetricsPage, useValue: metrics },
    { provide: HealthMetrics, useValue: new HealthMetrics(vocabulary.product, options.emulatedMinor) },
    { provide: VERSION_INFO, useValue: versionInfo(options.emulatedMinor, vocabulary.product) },
  ];
  return Endpoints.create(CONTROLLERS, providers, log);
}

function yamlDecoderOf({ clock, ended }: ServerContext): YamlDecoder {
  const decoder = new YamlDecoder({ clock });
  ended.addEventListener('abort', () => void decoder.close(), { once: true });
  return decoder;
}
