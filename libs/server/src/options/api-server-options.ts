import { type AuditOptions, NO_AUDIT_OPTIONS } from '@orch/audit';
import type { VocabularyName } from '@orch/vocabulary';
import {
  type AuthenticationOptions,
  DEFAULT_SERVICE_ACCOUNT_OPTIONS,
  type RequestHeaderOptions,
} from '@orch/authentication';
import { type AuthorizationOptions, DEFAULT_AUTHORIZATION } from '@orch/authorization';
import type { TlsOptions } from '@orch/tls';
import { DEFAULT_FLOW_LIMITS, type FlowLimits } from '@orch/flow-control';
import type { RedisStoreOptions } from './redis-store-options.js';

/** What the API server can be told. Flags have the same names in kebab-case. */
export interface ApiServerOptions extends AuthenticationOptions, TlsOptions {
  /** A proxy that speaks for its users. Default: none. */
  readonly requestHeader: RequestHeaderOptions | undefined;
  /** Port of the listener. Default 6443; zero takes a free port. */
  readonly securePort: number;
  readonly vocabulary: VocabularyName;
  /** Release 1.x the server behaves as, from 21 to 27. Default 24. */
  readonly emulatedMinor: number;
  /** Features to switch, each as `Name=true` or `Name=false`. Default: what the release says (D-234). */
  readonly featureGates: readonly string[];
  /** `KEY[=true|false]` pairs that turn versions and resources on and off, as `parseRuntimeConfig` reads them. */
  readonly runtimeConfig: readonly string[];
  readonly storageBackend: 'embedded' | 'redis';
  /** Needed with `redis`. Default: none. */
  readonly redis: RedisStoreOptions | undefined;
  /** Whether to begin with an empty store where the data directory was used with one that is gone. Default false. */
  readonly initialize: boolean;
  /** How far back watches may start. Unit: milliseconds. Default five minutes. */
  readonly watchHistoryMs: number;
  /** Bytes of recent events kept in memory. Default 256 MiB. */
  readonly watchCacheBytes: number;
  /** Default 3145728. */
  readonly maxRequestBodyBytes: number;
  /** Of requests that are no watches. Unit: milliseconds. Default one minute (D-220). */
  readonly requestTimeoutMs: number;
  /** A watch without `timeoutSeconds` ends after one to two times this. Unit: milliseconds. Default 30 minutes (C-034). */
  readonly minRequestTimeoutMs: number;
  /** Reads at once; zero is no limit. Default 400 (D-222). */
  readonly maxRequestsInflight: number;
  /** Writes at once; zero is no limit. Default 200. */
  readonly maxMutatingRequestsInflight: number;
  readonly flowLimits: FlowLimits;
  readonly http2: boolean;
  readonly tlsMinVersion: 'VersionTLS12' | 'VersionTLS13';
  /** Registered names of cipher suites (D-013). Default: none, which leaves the choice to Node. */
  readonly tlsCipherSuites: readonly string[];
  /** Which requests are recorded, and where. Default: none. */
  readonly audit: AuditOptions;
  readonly authorization: AuthorizationOptions;
  /** Addresses that services are given: one range, or one a family with the default family first. Default `10.0.0.0/24`. */
  readonly serviceClusterIpRanges: readonly string[];
  /** Ports of nodes that services are given. Default `30000-32767`. */
  readonly serviceNodePortRange: string;
  readonly enableAdmissionPlugins: readonly string[];
  readonly disableAdmissionPlugins: readonly string[];
}

/** What stands when nobody says otherwise. */
export const DEFAULT_API_SERVER_OPTIONS: ApiServerOptions = Object.freeze({
  bindAddress: '127.0.0.1',
  securePort: 6443,
  dataDir: './.orch',
  vocabulary: 'orch',
  emulatedMinor: 24,
  featureGates: [],
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
  tlsCertFile: undefined,
  tlsPrivateKeyFile: undefined,
  certDir: undefined,
  tlsMinVersion: 'VersionTLS12',
  tlsCipherSuites: [],
  tlsSniCertKeys: [],
  clientCaFile: undefined,
  requestHeader: undefined,
  tokenAuthFile: undefined,
  enableBootstrapTokenAuth: false,
  serviceAccount: DEFAULT_SERVICE_ACCOUNT_OPTIONS,
  oidc: undefined,
  authenticationConfigFile: undefined,
  anonymousAuth: undefined,
  webhookTokens: undefined,
  audit: NO_AUDIT_OPTIONS,
  authorization: DEFAULT_AUTHORIZATION,
  serviceClusterIpRanges: ['10.0.0.0/24'],
  serviceNodePortRange: '30000-32767',
  advertiseAddress: undefined,
  externalHostname: undefined,
  enableAdmissionPlugins: [],
  disableAdmissionPlugins: [],
});
