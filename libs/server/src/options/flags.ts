import { EMULATED_MINORS, NEWEST_MINOR } from '@orch/api';
import { flagGroup, processFlags, validateOptions, type FlagValues } from '@orch/process';
import { vocabularies } from '@orch/vocabulary';
import type { ApiServerOptions } from './api-server-options.js';
import { aggregationFlags, aggregationOptions } from './aggregation-flags.js';
import { admissionFlags, admissionOptions } from './admission-flags.js';
import { auditFlags, auditOptions } from '@orch/audit';
import { tracingFlags } from '@orch/tracing';
import { authorizationFlags, authorizationOptions } from '@orch/authorization';
import { featureGates, featureGatesHelp } from './feature-gates-flag.js';
import { flowLimits, limitsFlags } from '@orch/flow-control';
import {
  oidcFlags,
  oidcOptions,
  requestHeaderFlags,
  requestHeaderOptions,
  serviceAccountFlags,
  serviceAccountOptions,
  webhookTokenFlags,
  webhookTokenOptions,
} from '@orch/authentication';
import { dashboardFlags, dashboardOptions } from './dashboard-flags.js';
import { metricsFlags, showsHiddenMetrics } from './metrics-flags.js';
import { redisFlags, redisStoreOptions } from './redis-flags.js';
import { parseRuntimeConfig } from './runtime-config.js';
import { CIPHER_SUITE_NAMES } from '@orch/tls';
import { controllerCredentials, controllerCredentialsFlags } from './controller-credentials-flag.js';
import { storageFlags } from './storage-flags.js';
import { checkedExternalHostname, checkedSniFiles, checkedTransportSecurity } from './tls-flag-values.js';

/** Every flag of the API server, by group. */
export const apiServerFlags = [
  processFlags,
  flagGroup('Secure serving', [
    { name: 'bind-address', type: 'string', default: '127.0.0.1', help: 'Address to listen on.' },
    {
      name: 'secure-port',
      type: 'int',
      default: 6443,
      min: 0,
      max: 65_535,
      help: 'Port to listen on; 0 selects a free one.',
    },
    { name: 'http2', type: 'bool', default: false, help: 'Serve HTTP/2 to clients that offer it.' },
    {
      name: 'strict-transport-security-directives',
      type: 'string[]',
      default: [],
      help: 'Directives of the header Strict-Transport-Security, among max-age=SECONDS, includeSubDomains, preload; default: no such header.',
    },
    {
      name: 'tls-cert-file',
      type: 'string',
      default: undefined,
      help: 'PEM file of the serving certificate and its chain.',
    },
    { name: 'tls-private-key-file', type: 'string', default: undefined, help: 'PEM file of the serving key.' },
    {
      name: 'tls-min-version',
      type: 'string',
      default: 'VersionTLS12',
      choices: ['VersionTLS12', 'VersionTLS13'],
      help: 'Minimum accepted TLS version.',
    },
    {
      name: 'tls-cipher-suites',
      type: 'string[]',
      default: [],
      help: `Accepted cipher suites, in any order; default: those of Node. Allowed: ${CIPHER_SUITE_NAMES.join(', ')}.`,
    },
    {
      name: 'tls-sni-cert-key',
      type: 'string[]',
      commas: false,
      default: [],
      help: 'Pair for clients that request another server name: CERT_FILE,KEY_FILE[:name,*.name]; repeatable.',
    },
    {
      name: 'cert-dir',
      type: 'string',
      default: undefined,
      help: 'Directory of the serving pair (apiserver.crt, apiserver.key) when no files are given: used unchanged, created if missing; default: pki in the data directory.',
    },
  ]),
  storageFlags,
  redisFlags,
  flagGroup('Requests', [
    {
      name: 'max-request-body-bytes',
      type: 'int',
      default: 3_145_728,
      min: 1_024,
      help: 'Maximum size of a request body.',
    },
    { name: 'request-timeout', type: 'duration', default: '1m', help: 'Timeout of requests other than watches.' },
    {
      name: 'min-request-timeout',
      type: 'duration',
      default: '30m',
      help: 'A watch without timeoutSeconds ends after one to two times this.',
    },
  ]),
  limitsFlags,
  flagGroup('Authentication', [
    {
      name: 'anonymous-auth',
      type: 'bool',
      default: undefined,
      help: 'Treat requests without credentials as anonymous; default: true, false with mode AlwaysAllow.',
    },
    {
      name: 'client-ca-file',
      type: 'string',
      default: undefined,
      help: "PEM file of CAs of accepted client certificates, in addition to the server's own.",
    },
    {
      name: 'token-auth-file',
      type: 'string',
      default: undefined,
      help: 'CSV file of bearer tokens: token,user,uid,"group1,group2".',
    },
    {
      name: 'enable-bootstrap-token-auth',
      type: 'bool',
      default: false,
      help: 'Accept bootstrap tokens kept as Secrets in the system namespace.',
    },
  ]),
  requestHeaderFlags,
  controllerCredentialsFlags,
  aggregationFlags,
  oidcFlags,
  serviceAccountFlags,
  webhookTokenFlags,
  authorizationFlags,
  auditFlags,
  tracingFlags,
  flagGroup('Services', [
    {
      name: 'service-cluster-ip-range',
      type: 'string[]',
      default: ['10.0.0.0/24'],
      help: 'Address ranges of services: one range, or one of each IP family.',
    },
    {
      name: 'service-node-port-range',
      type: 'string',
      default: '30000-32767',
      help: 'Range of node ports of services.',
    },
    {
      name: 'advertise-address',
      type: 'string',
      default: undefined,
      help: 'Address advertised to clients; default: the bind address.',
    },
    {
      name: 'external-hostname',
      type: 'string',
      default: undefined,
      help: 'External HOST or HOST:PORT of the servers, such as a load balancer: used in cluster-info, in the token issuer discovery and in the certificate; the same for all servers; default: the address of each.',
    },
  ]),
  admissionFlags,
  dashboardFlags,
  metricsFlags,
  flagGroup('Release', [
    {
      name: 'emulated-version',
      type: 'string',
      default: `1.${NEWEST_MINOR}`,
      choices: EMULATED_MINORS.map((minor) => `1.${minor}`),
      prefix: 'kube=',
      help: 'Release that the server emulates.',
    },
    {
      name: 'runtime-config',
      type: 'string[]',
      default: [],
      help: 'API versions and resources to enable or disable, such as batch/v1=false,storage.GROUP/v1beta1/THINGS=true; api/all, api/ga, api/beta and api/alpha are sets.',
    },
    {
      name: 'feature-gates',
      type: 'string[]',
      default: [],
      help: `Feature gates to set, such as Name=true,Other=false. In release 1.${NEWEST_MINOR}: ${featureGatesHelp()}.`,
    },
  ]),
] as const;

/** Parsed flags of one process. */
export type ApiServerFlagValues = FlagValues<typeof apiServerFlags>;

/**
 * The options of parsed flags.
 * @throws UsageError that names the first invalid flag.
 */
export function optionsFromFlags(values: ApiServerFlagValues): ApiServerOptions {
  checkFlags(values);
  const emulatedMinor = Number(values['emulated-version'].slice(2));
  featureGates(emulatedMinor, values['feature-gates']);
  parseRuntimeConfig(values['runtime-config'], vocabularies[values.vocabulary]);
  return {
    bindAddress: values['bind-address'],
    securePort: values['secure-port'],
    dataDir: values['data-dir'],
    controllerCredentials: controllerCredentials(values['controller-credentials']),
    vocabulary: values.vocabulary,
    emulatedMinor,
    featureGates: values['feature-gates'],
    runtimeConfig: values['runtime-config'],
    storageBackend: values['storage-backend'],
    redis: redisStoreOptions(values),
    initialize: values.initialize,
    watchHistoryMs: values['watch-history'],
    watchCacheBytes: values['watch-cache-bytes'],
    maxRequestBodyBytes: values['max-request-body-bytes'],
    requestTimeoutMs: values['request-timeout'],
    minRequestTimeoutMs: values['min-request-timeout'],
    maxRequestsInflight: values['max-requests-inflight'],
    maxMutatingRequestsInflight: values['max-mutating-requests-inflight'],
    flowLimits: flowLimits(values),
    http2: values.http2,
    strictTransportSecurity: checkedTransportSecurity(values['strict-transport-security-directives']),
    ...dashboardOptions(values),
    tlsCertFile: values['tls-cert-file'],
    tlsPrivateKeyFile: values['tls-private-key-file'],
    certDir: values['cert-dir'],
    tlsMinVersion: values['tls-min-version'],
    tlsCipherSuites: values['tls-cipher-suites'],
    tlsSniCertKeys: checkedSniFiles(values['tls-sni-cert-key']),
    clientCaFile: values['client-ca-file'],
    requestHeader: requestHeaderOptions(values),
    ...aggregationOptions(values),
    tokenAuthFile: values['token-auth-file'],
    enableBootstrapTokenAuth: values['enable-bootstrap-token-auth'],
    serviceAccount: serviceAccountOptions(values),
    oidc: oidcOptions(values),
    authenticationConfigFile: values['authentication-config'],
    anonymousAuth: values['anonymous-auth'],
    webhookTokens: webhookTokenOptions(values),
    authorization: authorizationOptions(values),
    audit: auditOptions(values),
    tracingConfigFile: values['tracing-config-file'],
    serviceClusterIpRanges: values['service-cluster-ip-range'],
    serviceNodePortRange: values['service-node-port-range'],
    advertiseAddress: values['advertise-address'],
    externalHostname: checkedExternalHostname(values['external-hostname']),
    showHiddenMetrics: showsHiddenMetrics(values, emulatedMinor),
    ...admissionOptions(values, emulatedMinor),
    defaultNotReadyTolerationSeconds: values['default-not-ready-toleration-seconds'],
    defaultUnreachableTolerationSeconds: values['default-unreachable-toleration-seconds'],
  };
}

function checkFlags(values: ApiServerFlagValues): void {
  // Loaded on demand: a server started inside a test has typed options and does not need the validator.
  const { CheckedOptions } = require('./checked-options.js') as typeof import('./checked-options.js');
  validateOptions(CheckedOptions, values);
}
