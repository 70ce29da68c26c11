import { NEWEST_MINOR } from '@orch/api';
import { CONTROLLER_MANAGER } from '@orch/controller-rights';
import { type AuditOptions, NO_AUDIT_OPTIONS } from '@orch/audit';
import type { VocabularyName } from '@orch/vocabulary';
import {
  type AuthenticationOptions,
  DEFAULT_SERVICE_ACCOUNT_OPTIONS,
  type RequestHeaderOptions,
} from '@orch/authentication';
import { type AuthorizationOptions, DEFAULT_AUTHORIZATION } from '@orch/authorization';
import type { FixedServiceAddress } from '@orch/proxy';
import type { TlsOptions } from '@orch/tls';
import type { DashboardOidcOptions } from './dashboard-flags.js';
import { DEFAULT_FLOW_LIMITS, type FlowLimits } from '@orch/flow-control';
import type { RedisStoreOptions } from './redis-store-options.js';

/** Options of the API server. Flags have the same names in kebab-case. */
export interface ApiServerOptions extends AuthenticationOptions, TlsOptions {
  /** A trusted front proxy. Default: none. */
  readonly requestHeader: RequestHeaderOptions | undefined;
  /** Certificate and key for extension API servers, PEM files. Default: generated ones, unless there is a front proxy. */
  readonly proxyClientCertFile: string | undefined;
  readonly proxyClientKeyFile: string | undefined;
  /** Whether extension API servers and webhooks are reached at the endpoints of their services. Default false: at the cluster IP. */
  readonly enableAggregatorRouting: boolean;
  /** Where services of extension API servers and webhooks are reached, instead of what objects say. Default: none. */
  readonly serviceAddresses: readonly FixedServiceAddress[];
  /** Controllers for which a client configuration is written into the data directory. Default: the controller manager. */
  readonly controllerCredentials: readonly string[];
  /** Port of the listener. Default 6443; zero takes a free port. */
  readonly securePort: number;
  readonly vocabulary: VocabularyName;
  /** Release 1.x that the server emulates, from 21 to 27. Default 24. */
  readonly emulatedMinor: number;
  /** Feature gates to set, each as `Name=true` or `Name=false`. Default: those of the release (D-234). */
  readonly featureGates: readonly string[];
  /** `KEY[=true|false]` pairs that turn versions and resources on and off, as `parseRuntimeConfig` reads them. */
  readonly runtimeConfig: readonly string[];
  readonly storageBackend: 'embedded' | 'redis';
  /** Required with `redis`. Default: none. */
  readonly redis: RedisStoreOptions | undefined;
  /**
   * Whether to start with an empty store although the data directory was used with one that is missing. Default false.
   */
  readonly initialize: boolean;
  /** How far back watches may start. Unit: milliseconds. Default five minutes. */
  readonly watchHistoryMs: number;
  /** Bytes of recent events kept in memory. Default 256 MiB. */
  readonly watchCacheBytes: number;
  /** Default 3145728. */
  readonly maxRequestBodyBytes: number;
  /** Timeout of requests other than watches. Unit: milliseconds. Default one minute (D-220). */
  readonly requestTimeoutMs: number;
  /** A watch without `timeoutSeconds` ends after one to two times this. Unit: milliseconds. Default 30 minutes (C-034). */
  readonly minRequestTimeoutMs: number;
  /** Concurrent reads; 0 means no limit. Default 400 (D-222). */
  readonly maxRequestsInflight: number;
  /** Concurrent writes; 0 means no limit. Default 200. */
  readonly maxMutatingRequestsInflight: number;
  readonly flowLimits: FlowLimits;
  readonly http2: boolean;
  /** Directives of the header Strict-Transport-Security, such as `max-age=31536000`. Default: empty, without the header. */
  readonly strictTransportSecurity: readonly string[];
  /** Whether the dashboard is served below `/dashboard/`. Default true. */
  readonly dashboard: boolean;
  /** Digest of the code of a one-time link, with which the administrator logs in to the dashboard. Default: none. */
  readonly dashboardLinkDigest: string | undefined;
  /** Login to the dashboard with OpenID Connect. Default: none. */
  readonly dashboardOidc: DashboardOidcOptions | undefined;
  readonly tlsMinVersion: 'VersionTLS12' | 'VersionTLS13';
  /** Registered names of cipher suites (D-013). Default: empty, which leaves the choice to Node. */
  readonly tlsCipherSuites: readonly string[];
  /** Which requests are recorded, and where. Default: none. */
  readonly audit: AuditOptions;
  /** File that names the collector of traces. Default: none, requests are not traced. */
  readonly tracingConfigFile: string | undefined;
  readonly authorization: AuthorizationOptions;
  /**
   * Address ranges of services: one range, or one of each family with the default family first. Default `10.0.0.0/24`.
   */
  readonly serviceClusterIpRanges: readonly string[];
  /** Node ports of services. Default `30000-32767`. */
  readonly serviceNodePortRange: string;
  /** `/metrics` has the metrics that the previous minor release deprecated last (B-400). Default false. */
  readonly showHiddenMetrics: boolean;
  readonly enableAdmissionPlugins: readonly string[];
  readonly disableAdmissionPlugins: readonly string[];
  /** File with the configuration of admission plugins. Default: none. */
  readonly admissionControlConfigFile: string | undefined;
  /** How long new pods tolerate a node that is not ready or unreachable. Unit: seconds. Default 300 (D-182). */
  readonly defaultNotReadyTolerationSeconds: number;
  readonly defaultUnreachableTolerationSeconds: number;
}

/** The defaults. */
export const DEFAULT_API_SERVER_OPTIONS: ApiServerOptions = Object.freeze({
  bindAddress: '127.0.0.1',
  securePort: 6443,
  dataDir: './.orch',
  controllerCredentials: [CONTROLLER_MANAGER],
  vocabulary: 'orch',
  emulatedMinor: NEWEST_MINOR,
  featureGates: [],
  showHiddenMetrics: false,
  runtimeConfig: [],
  storageBackend: 'embedded',
  redis: undefined,
  initialize: false,
  watchHistoryMs: 300_000,
  watchCacheBytes: 256 * 1024 * 1024,
  maxRequestBodyBytes: 3_145_728,
  requestTimeoutMs: 60_000,
  minRequestTimeoutMs: 1_800_000,
  maxRequestsInflight: 400,
  maxMutatingRequestsInflight: 200,
  flowLimits: DEFAULT_FLOW_LIMITS,
  http2: false,
  strictTransportSecurity: [],
  dashboard: true,
  dashboardLinkDigest: undefined,
  dashboardOidc: undefined,
  tlsCertFile: undefined,
  tlsPrivateKeyFile: undefined,
  certDir: undefined,
  tlsMinVersion: 'VersionTLS12',
  tlsCipherSuites: [],
  tlsSniCertKeys: [],
  clientCaFile: undefined,
  requestHeader: undefined,
  proxyClientCertFile: undefined,
  proxyClientKeyFile: undefined,
  enableAggregatorRouting: false,
  serviceAddresses: [],
  tokenAuthFile: undefined,
  enableBootstrapTokenAuth: false,
  serviceAccount: DEFAULT_SERVICE_ACCOUNT_OPTIONS,
  oidc: undefined,
  authenticationConfigFile: undefined,
  anonymousAuth: undefined,
  webhookTokens: undefined,
  audit: NO_AUDIT_OPTIONS,
  tracingConfigFile: undefined,
  authorization: DEFAULT_AUTHORIZATION,
  serviceClusterIpRanges: ['10.0.0.0/24'],
  serviceNodePortRange: '30000-32767',
  advertiseAddress: undefined,
  externalHostname: undefined,
  enableAdmissionPlugins: [],
  disableAdmissionPlugins: [],
  admissionControlConfigFile: undefined,
  defaultNotReadyTolerationSeconds: 300,
  defaultUnreachableTolerationSeconds: 300,
});
