import { flagGroup, UsageError, type FlagValues } from '@orch/process';
import type { ApiServerOptions } from './api-server-options.js';

/** Flags of API servers behind this one. */
export const aggregationFlags = flagGroup('Extension API servers', [
  {
    name: 'proxy-client-cert-file',
    type: 'string',
    default: undefined,
    help: 'PEM file of the certificate with which requests are proxied to extension API servers; default: a generated one, whose authority is published for them, unless --requestheader-client-ca-file is set.',
  },
  {
    name: 'proxy-client-key-file',
    type: 'string',
    default: undefined,
    help: 'PEM file of the key of that certificate.',
  },
  {
    name: 'enable-aggregator-routing',
    type: 'bool',
    default: false,
    help: 'Connect to the endpoints of services of extension API servers instead of their cluster IPs.',
  },
]);

type AggregationOptions = Pick<
  ApiServerOptions,
  'proxyClientCertFile' | 'proxyClientKeyFile' | 'enableAggregatorRouting'
>;

/** @throws UsageError for one file without the other. */
export function aggregationOptions(values: FlagValues<readonly [typeof aggregationFlags]>): AggregationOptions {
  const proxyClientCertFile = values['proxy-client-cert-file'];
  const proxyClientKeyFile = values['proxy-client-key-file'];
  if ((proxyClientCertFile === undefined) !== (proxyClientKeyFile === undefined)) {
    throw new UsageError('flags --proxy-client-cert-file and --proxy-client-key-file: set both or neither');
  }
  return { proxyClientCertFile, proxyClientKeyFile, enableAggregatorRouting: values['enable-aggregator-routing'] };
}
