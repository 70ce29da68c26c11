import { ServiceAddressTable, type ServiceRoutes } from '@orch/proxy';
import type { ObjectReader } from '@orch/registry';
import type { ApiServerOptions } from '../options/api-server-options.js';

/** How services that objects name are reached, with these options. */
export const serviceRoutes = (
  reader: ObjectReader,
  { serviceAddresses, enableAggregatorRouting }: ApiServerOptions,
): ServiceRoutes => ({
  reader,
  fixed: new ServiceAddressTable(serviceAddresses),
  toEndpoints: enableAggregatorRouting,
  random: Math.random,
});
