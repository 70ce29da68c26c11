import { flagGroup, UsageError, type FlagValues } from '@orch/process';
import type { ApiServerOptions } from './api-server-options.js';
import { fixedServiceAddresses } from './service-address-flag.js';

/** Flags of API servers behind this one, and of what else is reached by the name of a service. */
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
    help: 'Connect to the endpoints of services of extension API servers and webhooks instead of their cluster IPs.',
  },
  {
    name: 'service-address',
    type: 'string[]',
    default: [],
    help: 'Where an extension API server or webhook is reached that is registered by its service: NAMESPACE/NAME[:PORT]=HOST:PORT; without PORT for all ports; needs no Service object; repeatable.',
  },
]);

type AggregationOptions = Pick<
  ApiServerOptions,
  'proxyClientCertFile' | 'proxyClientKeyFile' | 'enableAggregatorRouting' | 'serviceAddresses'
>;

/** @throws UsageError for one file without the other, and for a malformed address. */
export function aggregationOptions(values: FlagValues<readonly [typeof aggregationFlags]>): AggregationOptions {
  const proxyClientCertFile = values['proxy-client-cert-file'];
  const proxyClientKeyFile = values['proxy-client-key-file'];
  if ((proxyClientCertFile === undefined) !== (proxyClientKeyFile === undefined)) {
    throw new UsageError('flags --proxy-client-cert-file and --proxy-client-key-file: set both or neither');
  }
  return {
    proxyClientCertFile,
    proxyClientKeyFile,
    enableAggregatorRouting: values['enable-aggregator-routing'],
    serviceAddresses: fixedServiceAddresses(values['service-address']),
  };
}
